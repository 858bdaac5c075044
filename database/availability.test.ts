import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Availability } from './availability.ts'

test('a shop that was busy for longer than the limit does not take its database to be away', async () => {
  const away: Error[] = []
  const availability = new Availability(openAndAsk, 20)
  availability.watch({ away: (error) => away.push(error) })

  const { firstAnswer } = availability.doubt()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40)

  expect(await firstAnswer).toBe(true)
  expect(away).toEqual([])
})

test('a database that stays silent is away until it answers', async () => {
  const { promise: answer, resolve: isAnswered } = Promise.withResolvers<undefined>()
  const availability = new Availability(() => answer, 20)
  const isBack = new Promise<void>((resolve) => availability.watch({ back: resolve }))

  expect(await availability.answers()).toBe(false)
  expect(availability.isAway).toBe(true)
  isAnswered(undefined)
  await isBack

  expect(availability.isAway).toBe(false)
})

/** A connection is opened in several turns of the event loop, whatever they take. */
async function openAndAsk(): Promise<undefined> {
  for (let turn = 0; turn < 5; turn++) await nextTurn()
}
