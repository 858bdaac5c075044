import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { holds } from '#database/tables/orders.ts'
import { releaseExpiredHolds } from '#server/parts/release-holds.ts'
import { holdPieces, openShop, type TestShop } from '#tests/support/shops/open-shop.ts'

const MINUTE_MS = 60_000

let shop: TestShop

beforeAll(async () => {
  shop = await openShop()
})

afterEach(() => void vi.useRealTimers())

const databaseSeconds = async () =>
  (await shop.db.execute<{ now: number }>(sql`select extract(epoch from clock_timestamp())::float8 as now`)).rows[0]!.now

/** From now on the clock of the shop's process is wrong; the database's and the timers are unchanged. */
const setClock = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE_MS })

test.each([-10, 10, -60, 60])('with a clock %i minutes off, tokens and holds live as long as by the right one (61)', async (minutes) => {
  const part = await shop.addPart({ available: 10_000 })
  setClock(minutes)
  const ann = await shop.customer('ann')
  await holdPieces(ann, part, 1_000)

  const released = await releaseExpiredHolds(shop.db)
  const answer = await ann.get(`/user/${ann.email}`)

  expect(answer.statusCode).toBe(200)
  expect(released).toBe(0)
  expect(await shop.stockOf(part)).toBe(9_000)
})

test.each([-10, 10])('with a clock %i minutes off, a hold whose time is over by the right one is given back (61)', async (minutes) => {
  const part = await shop.addPart({ available: 10_000 })
  const ann = await shop.customer('ann')
  await holdPieces(ann, part, 1_000)
  await shop.db.update(holds).set({ expiresAt: sql`now() - interval '1 second'` })

  setClock(minutes)
  await releaseExpiredHolds(shop.db)

  expect(await shop.stockOf(part)).toBe(10_000)
})

test('how far the clock is off is shown in the figures (61)', async () => {
  setClock(10)

  const before = await databaseSeconds()
  const text = (await shop.app.inject({ url: '/metrics' })).body
  const after = await databaseSeconds()

  // The set clock is stopped.
  const ahead = Number(/^teleforge_clock_ahead_seconds (\S+)$/m.exec(text)?.[1])
  expect(ahead).toBeGreaterThanOrEqual(Date.now() / 1_000 - after - 0.001)
  expect(ahead).toBeLessThanOrEqual(Date.now() / 1_000 - before + 0.001)
})
