import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CallResponse } from '#contract/basics/call.ts'
import type { Part } from '#contract/parts/parts.ts'
import { stockFeedProblems, type StockFeed, type stockFeedCalls } from '#contract/parts/stock-feed.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { stockMoves } from '#database/tables/parts.ts'
import { checkInvariants } from '#server/run/invariants/check-invariants.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'

const shop = await openShop()
const admin = await shop.admin()
const { ask, key } = await programOf(shop, admin, ['stock'])

type Lines = StockFeed['lines']
type Answer = CallResponse<typeof stockFeedCalls.feed>

async function feed(lines: Lines): Promise<Answer['lines']> {
  const answer = await ask('POST', '/stock', { lines })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Answer>().lines
}

/** The database's time, which is that of the ledger. */
async function timeNow(): Promise<string> {
  const { rows } = await shop.db.execute<{ now: string }>(sql`select to_json(clock_timestamp()) #>> '{}' as now`)
  return rows[0]!.now
}

const hold = (buyer: Customer, part: Part, pieces: number) =>
  buyer.put(`/inventory/${part._id}`, { restAvailable: { available: 0 }, orderQuantity: pieces })
const ledgerSum = async (part: Part) => {
  const moves = await shop.db.select().from(stockMoves).where(eq(stockMoves.partId, part._id))
  return moves.reduce((sum, { delta }) => sum + delta, 0)
}

test('each line is booked or refused by itself, in its place', async () => {
  const [one, two, three] = [await shop.addPart(), await shop.addPart({ partNumber: 'MB-9' }), await shop.addPart()]
  const now = await timeNow()

  const answers = await feed([
    { partNumber: one.partNumber, add: 500 },
    { partNumber: 'no such part', add: 1 },
    { partNumber: 'mb 9', counted: 7_000, countedAt: now },
    { partNumber: one.partNumber, add: 1 },
    { partNumber: three.partNumber, add: -10_001 },
  ])

  expect(answers).toEqual([
    { partNumber: one.partNumber, done: true, message: null, partsId: one._id, available: 10_500, changed: 500, short: 0 },
    { partNumber: 'no such part', done: false, message: stockFeedProblems.unknown, partsId: null, available: null, changed: 0, short: 0 },
    { partNumber: 'mb 9', done: true, message: null, partsId: two._id, available: 7_000, changed: -3_000, short: 0 },
    {
      partNumber: one.partNumber,
      done: false,
      message: stockFeedProblems.twice,
      partsId: one._id,
      available: 10_000,
      changed: 0,
      short: 0,
    },
    {
      partNumber: three.partNumber,
      done: false,
      message: stockFeedProblems.outOfBounds,
      partsId: three._id,
      available: 10_000,
      changed: 0,
      short: 0,
    },
  ])
  expect([await shop.stockOf(one), await shop.stockOf(two), await shop.stockOf(three)]).toEqual([10_500, 7_000, 10_000])
  const audited = await shop.db.select().from(auditLog).where(eq(auditLog.action, 'book-stock'))
  expect(audited.at(-1)).toMatchObject({ actorId: admin.userId, detail: { change: 'feed', lines: 5, parts: 2 } })
})

test.each<[keyof typeof stockFeedProblems, object]>([
  ['unclear', {}],
  ['unclear', { add: 1, counted: 1, countedAt: '2026-11-01T00:00:00Z' }],
  ['unclear', { counted: 1 }],
  ['unclear', { add: 1, countedAt: '2026-11-01T00:00:00Z' }],
  ['future', { counted: 1, countedAt: '2999-01-01T00:00:00Z' }],
  ['tooOld', { counted: 1, countedAt: '2020-01-01T00:00:00Z' }],
])('a line that is %s changes nothing: %j', async (problem, line) => {
  const part = await shop.addPart()

  const [answer] = await feed([{ partNumber: part.partNumber, ...line }])

  expect(answer).toMatchObject({ done: false, message: stockFeedProblems[problem], available: 10_000, changed: 0 })
  expect(await shop.stockOf(part)).toBe(10_000)
})

test('a count that is negative or beyond a billion is refused', async () => {
  const [part, other] = [await shop.addPart(), await shop.addPart()]
  const now = await timeNow()

  const answers = await feed([
    { partNumber: part.partNumber, counted: -1, countedAt: now },
    { partNumber: other.partNumber, add: 1_000_000_000 },
  ])

  expect(answers.map(({ message }) => message)).toEqual(Array(2).fill(stockFeedProblems.outOfBounds))
})

test('a late count gives back nothing that was sold since, and takes away nothing that came since', async () => {
  const [ann, part] = [await shop.customer('ann'), await shop.addPart()]
  await shop.placeOrder(ann, part, 1_000)
  const countedAt = await timeNow()
  await shop.placeOrder(ann, part, 2_000)
  await feed([{ partNumber: part.partNumber, add: 300 }])

  const [answer] = await feed([{ partNumber: part.partNumber, counted: 8_900, countedAt }])

  expect(answer).toMatchObject({ done: true, available: 8_900 - 2_000 + 300, changed: -100 })
  expect(await ledgerSum(part)).toBe(7_200)
})

test('pieces that a buyer held when they were counted stay held, whether they are ordered or given back afterwards', async () => {
  const [ann, bob, part] = [await shop.customer('ann'), await shop.customer('bob'), await shop.addPart()]
  await hold(ann, part, 1_000)
  await hold(bob, part, 2_000)
  const countedAt = await timeNow()
  // All 10,000 are on the shelf, and none is of an order.
  const line = { partNumber: part.partNumber, counted: 10_000, countedAt }
  expect(await feed([line])).toMatchObject([{ available: 7_000, changed: 0 }])

  await shop.placeOrder(ann, part, 1_000)
  expect(await feed([line])).toMatchObject([{ done: true, available: 7_000, changed: 0 }])
  const { releaseExpiredHolds } = await import('#server/parts/release-holds.ts')
  await shop.db.execute(sql`update holds set expires_at = now() where user_id = ${bob.userId}::uuid`)
  await releaseExpiredHolds(shop.db)
  expect(await feed([line])).toMatchObject([{ done: true, available: 9_000, changed: 0 }])
})

test('more sold since the count than were counted: nothing is left to sell, and the answer says how many are missing', async () => {
  const [ann, part] = [await shop.customer('ann'), await shop.addPart()]
  const countedAt = await timeNow()
  await shop.placeOrder(ann, part, 3_000)

  const [answer] = await feed([{ partNumber: part.partNumber, counted: 2_500, countedAt }])

  expect(answer).toMatchObject({ done: true, available: 0, changed: -7_000, short: 500 })
})

test('a count is refused once a later one was booked, or the stock was set at the desk or opened since', async () => {
  const [part, atDesk] = [await shop.addPart(), await shop.addPart()]
  const early = await timeNow()
  const late = await timeNow()
  await admin.put(`/inventory/${atDesk._id}`, { newAvailable: { available: 4_000 } })
  const fresh = await shop.addPart()
  const count = async (one: Part, counted: number, countedAt: string) =>
    (await feed([{ partNumber: one.partNumber, counted, countedAt }]))[0]!

  expect(await count(part, 6_000, late)).toMatchObject({ done: true, available: 6_000 })
  expect(await count(part, 9_000, early)).toMatchObject({ done: false, message: stockFeedProblems.outdated, available: 6_000 })
  // The same count again, and a newer one that says nothing new.
  expect(await count(part, 6_000, late)).toMatchObject({ done: true, changed: 0 })
  expect(await count(atDesk, 9_000, late)).toMatchObject({ done: false, message: stockFeedProblems.outdated, available: 4_000 })
  expect(await count(fresh, 9_000, late)).toMatchObject({ done: false, message: stockFeedProblems.outdated })
})

test('a count between another count and its booking replaces it: what that one has corrected is not corrected twice', async () => {
  const part = await shop.addPart()
  const first = await timeNow()
  const second = await timeNow()

  await feed([{ partNumber: part.partNumber, counted: 9_000, countedAt: first }])
  const [answer] = await feed([{ partNumber: part.partNumber, counted: 8_500, countedAt: second }])

  expect(answer).toMatchObject({ done: true, available: 8_500, changed: -500 })
})

test('a request that is sent again with its Idempotency-Key books nothing twice', async () => {
  const part = await shop.addPart()
  const send = () =>
    shop.app.inject({
      method: 'POST',
      url: '/api/stock',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': keyOfCall },
      payload: { lines: [{ partNumber: part.partNumber, add: 100 }] },
    })
  const keyOfCall = randomUUID()

  const answers = await Promise.all([send(), send(), send()])

  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(await shop.stockOf(part)).toBe(10_100)
})

test('purchases and late counts at once: every piece is accounted for, and none is sold that was not counted (1)', async () => {
  const part = await shop.addPart({ available: 20_000 })
  const buyers = await Promise.all(Array.from({ length: 12 }, (_, number) => shop.customer(`buyer${number}`)))
  const countedAt = await timeNow()
  // 6,000 of the 20,000 were there.
  const count = () => feed([{ partNumber: part.partNumber, counted: 6_000, countedAt }])
  const buying = buyers.map((buyer) => hold(buyer, part, 1_000))
  const counting = [count(), count(), count()]

  const [bought] = await Promise.all([Promise.all(buying), Promise.all(counting)])
  const [last] = await count()

  const sold = bought.filter((answer) => answer.json().modifiedCount === 1).length * 1_000
  expect(last).toMatchObject({ done: true, available: Math.max(6_000 - sold, 0), short: Math.max(sold - 6_000, 0) })
  expect(await ledgerSum(part)).toBe(await shop.stockOf(part))
})

test('two feeds over the same parts in opposite orders do not wait for each other in a circle', async () => {
  const some = await Promise.all(Array.from({ length: 10 }, () => shop.addPart()))
  const lines = some.map(({ partNumber }) => ({ partNumber, add: 1 }))

  const answers = await Promise.all([feed(lines), feed(lines.toReversed()), feed(lines), feed(lines.toReversed())])

  expect(answers.flat().every(({ done }) => done)).toBe(true)
  expect(await Promise.all(some.map(shop.stockOf))).toEqual(Array(10).fill(10_004))
})

test('the books of the stock hold after all of this', async () => {
  expect((await checkInvariants(shop.db)).filter(({ count }) => count > 0)).toEqual([])
})

test('1,001 lines are refused, and so are none', async () => {
  for (const lines of [Array.from({ length: 1_001 }, () => ({ partNumber: 'x', add: 1 })), []]) {
    expect((await ask('POST', '/stock', { lines })).statusCode).toBe(400)
  }
})
