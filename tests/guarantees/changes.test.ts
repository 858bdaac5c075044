import { and, eq, isNull, sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import type { Part } from '#contract/parts/parts.ts'
import { inDatabase } from '#database/in-database.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { reviews } from '#database/tables/reviews.ts'
import { transaction } from '#database/transaction.ts'
import { createPublicCache } from '#server/platform/cache/public-cache.ts'
import { releaseExpiredHolds } from '#server/parts/release-holds.ts'
import { connectPatiently } from '#tests/support/database/connect-patiently.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { replaceForTheFile } from '#tests/support/runner/replace-for-the-file.ts'
import { holdPieces, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

/** Two shops on one database, each with its own connections and caches, as two processes have them. */
let here: TestShop
let there: TestShop
let ann: Customer
let admin: Customer
let database: string

/** A stopped clock, which the tests move, from the first of them on. */
let ms: number | undefined
replaceForTheFile(performance, 'now', (now) => () => ms ?? now.call(performance))

beforeAll(async () => {
  here = await openShop()
  database = here.db.$client.driver.options.database!
  there = await openShop({ database })
  ann = await here.customer('ann')
  admin = await here.admin()
})

/** With a stopped clock no answer becomes too old: it is replaced only when the database has reported a change. */
beforeEach(async () => {
  ms = 1_000_000
  await expectPoll(() => there.db.changes.areHeard()).toBe(true)
})

const expectPoll = <T>(read: () => T) => expect.poll(read, { timeout: HANG_LIMIT_MS })

/** Waits until each process that listens has made a check from beginning to end. */
async function waitForChecks(): Promise<void> {
  for (const _ of ['the check that may be under way', 'the next']) {
    const {
      rows: [now],
    } = await here.db.execute<{ time: string }>(sql`select clock_timestamp()::text as time`)
    const waiting = sql`select from pg_stat_activity
      where application_name = 'teleforge changes' and datname = current_database() and query_start <= ${now!.time}::timestamptz`
    await expectPoll(async () => (await here.db.execute(waiting)).rowCount).toBe(0)
  }
}

const bodyThere = async (path: string) => (await there.visitor.get(path)).body

/** The other shop keeps its answer without this text, and shows the text after the change. */
async function expectSeenThere(path: string, change: () => Promise<unknown>, text: string): Promise<void> {
  expect(await bodyThere(path)).not.toContain(text)
  await change()
  await expectPoll(() => bodyThere(path)).toContain(text)
}

const review = () => ({ userId: ann.userId, email: ann.email, displayName: 'ann', rating: 5, review: `Review ${crypto.randomUUID()}` })

test('a part that is added, changed or removed in one process is seen in the others (89)', { timeout: HANG_LIMIT_MS }, async () => {
  const part = await here.addPart()
  const values = { name: 'Added there', img: part.img, description: 'x', price: '2.5', available: 0 }
  const onSale = and(eq(parts.id, part._id), isNull(parts.deletedAt))

  await expectSeenThere('/allParts', () => here.db.insert(parts).values(values), 'Added there')
  await expectSeenThere('/allParts', () => admin.put(`/parts/${part._id}`, { price: 3.75, confirmed: true }), '3.75')
  await expectSeenThere('/allParts', () => here.db.update(parts).set({ description: 'Described' }).where(onSale), 'Described')
  await admin.delete(`/parts/${part._id}`)
  await expectPoll(() => bodyThere('/allParts')).not.toContain(part._id)
})

test('a stock that an admin changes in one process is in the list of all parts that the admin reads from another', async () => {
  const part = await here.addPart({ available: 2_000 })
  const stockThere = async () => {
    const answer = await there.app.inject({ url: '/api/allParts', headers: { authorization: `Bearer ${admin.token}` } })
    return answer.json<Part[]>().find(({ _id }) => _id === part._id)?.available
  }
  expect(await stockThere()).toBe(2_000)

  await admin.put(`/inventory/${part._id}`, { newAvailable: { available: 2_500 }, added: 500 })

  expect(await stockThere()).toBe(2_500)
})

test(
  'a delivery that is expected or taken back in one process is told to buyers of the others (89)',
  { timeout: HANG_LIMIT_MS },
  async () => {
    const part = await here.addPart()
    const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const expectIt = () => admin.post(`/parts/${part._id}/expected`, { date, pieces: 7_654, note: '' })

    await expectSeenThere('/allParts', expectIt, '"pieces":7654')
    const [delivery] = (await admin.get(`/parts/${part._id}/expected`)).json<{ _id: string }[]>()
    await admin.delete(`/expected-goods/${delivery!._id}`)
    await expectPoll(() => bodyThere('/allParts')).not.toContain('"pieces":7654')
  },
)

test(
  'a review that is written, shown, answered, hidden or deleted in one process is seen in the others (89)',
  { timeout: HANG_LIMIT_MS },
  async () => {
    const shown = review()
    const hidden = { ...review(), shownAt: null }
    const [{ id } = { id: '' }] = await here.db.insert(reviews).values(hidden).returning({ id: reviews.id })

    await expectSeenThere('/reviews', () => here.db.insert(reviews).values(shown), shown.review)
    await expectSeenThere('/reviews', () => admin.put(`/reviews/${id}/shown`, { shown: true }), hidden.review)
    await expectSeenThere('/reviews', () => admin.put(`/reviews/${id}/answer`, { answer: 'Thank you, ann' }), 'Thank you, ann')
    await admin.put(`/reviews/${id}/shown`, { shown: false })
    await expectPoll(() => bodyThere('/reviews')).not.toContain(hidden.review)
    await here.db.delete(reviews).where(eq(reviews.review, shown.review))
    await expectPoll(() => bodyThere('/reviews')).not.toContain(shown.review)
  },
)

const stockThere = async (part: { _id: string }) =>
  (await there.visitor.get('/allParts')).json<{ _id: string; available: number }[]>().find(({ _id }) => _id === part._id)?.available

test('stock that a buyer takes in one process is seen in the others (89)', { timeout: HANG_LIMIT_MS }, async () => {
  const part = await here.addPart({ available: 10_000 })
  await expectPoll(() => stockThere(part)).toBe(10_000)

  await holdPieces(ann, part, 2_000)

  await expectPoll(() => stockThere(part)).toBe(8_000)
})

test('so is stock of a transaction that commits after a later one (89)', { timeout: HANG_LIMIT_MS }, async () => {
  const [early, late] = [await here.addPart({ available: 10_000 }), await here.addPart({ available: 10_000 })]
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  onTestFinished(() => commit())
  const { promise: hasMoved, resolve: moved } = Promise.withResolvers<void>()
  const committed = transaction(here.db, async (tx) => {
    await tx.update(parts).set({ available: 7_000 }).where(eq(parts.id, early._id))
    await tx.insert(stockMoves).values({ partId: early._id, delta: -3_000, kind: 'set', ref: crypto.randomUUID() })
    moved()
    await mayCommit
  })
  await hasMoved
  await holdPieces(ann, late, 2_000)
  await expectPoll(() => stockThere(late)).toBe(8_000)
  await waitForChecks()
  expect(await stockThere(early)).toBe(10_000)

  commit()
  await committed

  await expectPoll(() => stockThere(early)).toBe(7_000)
})

test(
  'what changes while the connection that listens is lost is seen once there is a new one (89)',
  { timeout: HANG_LIMIT_MS },
  async () => {
    const unheard = review()
    expect(await bodyThere('/reviews')).not.toContain(unheard.review)

    await here.db.execute(sql`
      select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where application_name = 'teleforge changes' and datname = current_database()`)
    await here.db.insert(reviews).values(unheard)

    await expectPoll(() => bodyThere('/reviews')).toContain(unheard.review)
  },
)

test(
  'an answer lives for a minute at most, and for a second unless other processes are heard of (89)',
  { timeout: HANG_LIMIT_MS },
  async () => {
    const cache = createPublicCache<number>(there.db, [reviews], () => 1)
    await cache.get('key', async () => 1)

    ms = 1_000_999
    expect(cache.peek('key')).toBe(1)
    ms = 1_001_000
    expect(cache.peek('key')).toBeUndefined()
    await expectPoll(() => cache.peek('key')).toBe(1)
    ms = 1_059_999
    await expectPoll(() => cache.peek('key')).toBe(1)
    ms = 1_060_000
    await expectPoll(() => there.db.changes.areHeard()).toBe(true)
    expect(cache.peek('key')).toBeUndefined()
  },
)

test(
  'behind a pooler in transaction mode answers live for a second, and a process sees its own changes at once (89)',
  { timeout: HANG_LIMIT_MS },
  async () => {
    const db = connectPatiently({ ...inDatabase(inject('postgres'), database), pooler: 'transaction' })
    afterTheFile(() => db.$client.end())
    const cache = createPublicCache<number>(db, [reviews], () => 1)

    await cache.get('key', async () => 1)
    expect(db.changes.areHeard()).toBe(false)
    await waitForChecks()
    ms = 1_000_999
    expect([db.changes.areHeard(), cache.peek('key')]).toEqual([false, 1])
    await db.insert(reviews).values(review())
    expect(cache.peek('key')).toBeUndefined()
    await cache.get('key', async () => 2)
    ms = 1_001_999
    expect(cache.peek('key')).toBeUndefined()
  },
)

test('a commit whose answer is lost with its connection replaces what was kept, too (89)', { timeout: HANG_LIMIT_MS }, async () => {
  const db = connectPatiently({ ...inDatabase(inject('postgres'), database), pooler: 'transaction' })
  afterTheFile(() => db.$client.end())
  const cache = createPublicCache<number>(db, [reviews], () => 1)
  await cache.get('key', async () => 1)

  const lost = db.$client.query(`delete from reviews; commit; select pg_terminate_backend(pg_backend_pid())`)

  await expect(lost).rejects.toThrow('terminating connection')
  await expectPoll(() => cache.peek('key')).toBeUndefined()
})

test('nothing that moves stock notifies, which would take a lock that all commits of the server wait for (89)', async () => {
  const listener = new pg.Client(inDatabase(inject('postgres'), database))
  await listener.connect()
  afterTheFile(() => listener.end())
  const told: (string | undefined)[] = []
  const { promise: heardAll, resolve } = Promise.withResolvers<void>()
  listener.on('notification', ({ payload }) => (payload === 'end' ? resolve() : told.push(payload)))
  const part = await here.addPart({ available: 20_000 })
  await listener.query('listen table_changed')

  const order = await here.placeOrder(ann, part, 2_000)
  await ann.delete(`/order/${order._id}`)
  await holdPieces(ann, part, 3_000)
  await here.db.execute(sql`update holds set expires_at = now() - interval '1 hour' where state = 'held'`)
  await releaseExpiredHolds(here.db)
  await admin.put(`/inventory/${part._id}`, { newAvailable: { available: 21_000 }, added: 1_000 })
  await here.db.execute(sql`select pg_notify('table_changed', 'end')`)
  await heardAll

  expect(await here.stockOf(part)).toBe(21_000)
  expect(told).toEqual([])
})
