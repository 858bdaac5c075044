import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { ManagedParts } from '#contract/parts/part-desk.ts'
import type { OpenWork } from '#contract/shop/reports.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { sellAt } from '#tests/support/shops/sell-at.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

const openWork = async (): Promise<OpenWork> => (await admin.get('/openWork')).json()

test('an empty shop waits for nothing', async () => {
  expect(await openWork()).toEqual({
    toShip: 0,
    unpaid: 0,
    partPaid: 0,
    unreadOrderMessages: 0,
    openContactMessages: 0,
    askedQuotes: 0,
    waitingReviews: 0,
    troubledMails: 0,
    openDisputes: 0,
    failedRefunds: 0,
    waitingInvoices: 0,
    waitingReturns: 0,
    toGiveBack: 0,
    openMovements: 0,
    overdueBills: 0,
    crowdedParts: 0,
    largeSetAsides: 0,
    lowParts: 0,
    ages: [],
    lowStock: { count: 0, parts: [] },
    stock: { pieces: 0, value: 0 },
  })
})

test('each kind of open work is counted, and the stock has its value', async () => {
  const ann = await shop.customer('ann')
  const part = await shop.addPart({ available: 50_000, price: 1.25 })
  const { _id } = await shop.placeOrder(ann, part, 2_000)
  for (const _ of [1, 2]) await sellAt(shop.db, { buyer: ann, part, quantity: 1_000, paidAt: sql`now() - interval '31 days'` })
  await ann.post(`/order/${_id}/messages`, { text: 'When does it leave?' })
  await shop.visitor.post('/contact', { name: 'Ann', email: ann.email, message: 'Hello' })
  await ann.post('/reviews', { rating: 5, review: 'Good' })
  await shop.db.execute(sql`
    insert into mails (kind, ref, recipient, subject, body, run_after, attempts, attempted_at, failed_at)
    values ('order-placed', 'failed', 'a@example.com', '', 'x', null, 1, now(), now())`)
  await shop.db.execute(sql`insert into payments (intent_id, amount_cents) values ('pi_x', 5)`)
  await shop.db.execute(sql`
    insert into disputes (id, intent_id, amount_cents, state, provider_state, reason, opened_at)
    values ('d1', 'pi_x', 5, 'open', 'needs_response', '', now())`)
  await shop.db.execute(sql`
    insert into invoices_due (bill_id, bill_kind, user_id, missing) values (${_id}, 'order', ${ann.userId}, '{seller.city}')`)

  expect(await openWork()).toMatchObject({
    toShip: 2,
    unpaid: 1,
    unreadOrderMessages: 1,
    openContactMessages: 1,
    waitingReviews: 0, // its writer has paid
    troubledMails: 1,
    openDisputes: 1,
    waitingInvoices: 1,
    lowParts: 0,
    stock: { pieces: 48_000, value: 60_000 },
  })
  const { ages } = await openWork()
  const ageOf = (kind: string) => ages.find((age) => age.kind === kind)
  expect(ageOf('toShip')).toEqual({ kind: 'toShip', oldest: expect.any(String), amount: 2_500 })
  expect(ageOf('unpaid')).toMatchObject({ amount: 2_500 })
  expect(ageOf('openDisputes')).toMatchObject({ amount: 0.05 })
  expect(ageOf('openContactMessages')).not.toHaveProperty('amount')
  expect(Date.parse(ageOf('toShip')!.oldest!)).toBeLessThan(Date.parse(ageOf('unpaid')!.oldest!))
})

test('parts run low that last less than 30 days at their pace, or are too few for one order', async () => {
  const ann = await shop.customer('ann')
  const [lasting, short, shorter, left] = [
    await shop.addPart({ name: 'Lasting', available: 3_000 }),
    await shop.addPart({ name: 'Short', available: 2_999 }),
    await shop.addPart({ name: 'Shorter', available: 1_500 }),
    await shop.addPart({ name: 'Left over', available: 999 }),
  ]
  const paidAt = sql`now() - interval '29 days'`
  for (const part of [lasting, short, shorter]) await sellAt(shop.db, { buyer: ann, part, quantity: 3_000, paidAt })
  await sellAt(shop.db, { buyer: ann, part: lasting, quantity: 9_000, paidAt: sql`now() - interval '31 days'` })

  const { lowStock, lowParts } = await openWork()
  expect(lowParts).toBe((await admin.get('/parts?show=low')).json<ManagedParts>().low)
  expect(lowStock.count).toBe(3)
  expect(lowStock.parts.map(({ name, available, soldPieces }) => [name, available, soldPieces])).toEqual([
    ['Shorter', 1_500, 3_000],
    ['Short', 2_999, 3_000],
    ['Left over', 999, 0],
  ])
  await shop.db.execute(sql`update parts set deleted_at = now() where id = ${left._id}`)
  expect((await openWork()).lowStock.count).toBe(2)
})
