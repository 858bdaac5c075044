import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startJobs } from './jobs.ts'

const log = pino({ level: 'silent' })

test('row 22: a job begins at its times, however long the run before took', async () => {
  const begun: number[] = []
  const run = async () => {
    begun.push(performance.now())
    await delay(300)
  }

  const jobs = startJobs([{ name: 'slow', everyMs: 400, run }], log)
  await expect.poll(() => begun.length, { timeout: 10_000 }).toBe(5)
  await jobs.stop()

  // With a pause of its own after each run it would take 2,800 ms.
  expect(begun[4]! - begun[0]!).toBeLessThan(2_400)
})

test('a job that fails is tried again at its next turn', async () => {
  let runs = 0
  const jobs = startJobs([{ name: 'failing', everyMs: 1, run: () => Promise.reject(new Error(`no ${++runs}`)) }], log)

  await expect.poll(() => runs).toBeGreaterThan(1)
  await jobs.stop()
})
