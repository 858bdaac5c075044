import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { connect } from '#database/connect.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { watchReadiness } from './readiness.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('a silent database is asked once, however many probes come, and again some time after its answer', async () => {
  const db = connect(inject('postgres'), { max: 1 })
  afterTheFile(() => db.$client.end())
  const { promise: answer, resolve: isAnswered } = Promise.withResolvers<never>()
  const query = vi.spyOn(db.$client, 'query').mockReturnValue(answer)
  const readiness = watchReadiness(db)

  const first = readiness.look()
  vi.advanceTimersByTime(1_000)
  const second = readiness.look()
  expect(query).toHaveBeenCalledTimes(1)
  isAnswered(undefined as never)
  expect(await Promise.all([first, second])).toEqual(['ready', 'ready'])

  vi.advanceTimersByTime(1_000)
  expect(await readiness.look()).toBe('ready')
  expect(query).toHaveBeenCalledTimes(2)
})
