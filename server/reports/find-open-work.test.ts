import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { CallResponse } from '#contract/basics/call.ts'
import type { bankCalls } from '#contract/payments/bank.ts'
import type { setAsideCalls } from '#contract/people/set-aside.ts'
import type { ManagedParts } from '#contract/parts/part-desk.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Return } from '#contract/orders/returns.ts'
import type { OpenItems } from '#contract/payments/open-items.ts'
import type { HealthReport } from '#contract/shop/operations.ts'
import type { OpenWork } from '#contract/shop/reports.ts'
import { transaction } from '#database/transaction.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { dashboardGroups } from '#app/layout/dashboard-entries.ts'
import { paths } from '#app/paths.ts'
import { kindsOf } from '#app/reports/kinds-of-work.ts'
import { ordersThatWait, paymentsWithoutOrder } from '#server/orders/lists/order-attention.ts'
import { arrives, decide, matchWith, takeTransfers, toGiveBack } from '#tests/support/shops/bank.ts'
import { payOrder } from '#tests/support/shops/payments.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'
import { contact, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { paidOrder } from '#tests/support/shops/refunds.ts'
import { sellAt } from '#tests/support/shops/sell-at.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

const openWork = async (): Promise<OpenWork> => (await admin.get('/openWork')).json()

const read = async <T>(path: string) => (await admin.get(path)).json<T>()
const countAt = async (path: string) => (await read<{ count: number }>(path)).count

/** How many rows a screen shows at an address: what it reads with the choices of the address. */
const rowsAt: Record<string, (chosen: URLSearchParams) => Promise<number>> = {
  [paths.allOrder]: async (chosen) => (await read<Order[]>(`/allOrder?page=0&${chosen}`)).length,
  [paths.manageProduct]: (chosen) => countAt(`/parts?${chosen}`),
  [dashboardPaths.messages]: (chosen) => countAt(`/contact?${chosen}`),
  [dashboardPaths.allQuotes]: (chosen) => countAt(`/allQuotes?${chosen}`),
  [dashboardPaths.allReviews]: (chosen) => countAt(`/allReviews?${chosen}`),
  [dashboardPaths.mails]: (chosen) => countAt(`/allMails?${chosen}`),
  [dashboardPaths.returns]: (chosen) => countAt(`/returns?${chosen}`),
  [dashboardPaths.bank]: async (chosen) => {
    if (chosen.has('show', 'give-back')) return (await toGiveBack(admin)).length
    if (!chosen.has('show', 'part-paid')) return countAt(`/bank/movements?show=open&${chosen}`)
    const { bills } = await read<CallResponse<typeof bankCalls.partPaid>>('/bank/part-paid')
    return bills.filter(({ asksPerson }) => asksPerson).length
  },
  [dashboardPaths.setAside]: async (chosen) => {
    const { accounts, parts } = await read<CallResponse<typeof setAsideCalls.all>>('/setAside')
    return chosen.has('show', 'parts') ? parts.length : accounts.filter(({ large }) => large || !chosen.has('show', 'large')).length
  },
  [dashboardPaths.openItems]: async (chosen) =>
    (await read<OpenItems>('/open-items')).items.filter(({ daysOverdue }) => !chosen.has('due', 'overdue') || daysOverdue > 0).length,
  [dashboardPaths.health]: async () => (await read<HealthReport>('/health-report')).payments.withoutOrder.length,
}

/** What the overview counts of each kind, and what the screen it leads to shows. */
async function countedAndShown() {
  const work = await openWork()
  const kinds = kindsOf(work).map(async ({ kind, path }) => {
    const { pathname, searchParams } = new URL(path, 'http://shop')
    return [kind, work[kind], await rowsAt[pathname]?.(searchParams)] as const
  })
  return Promise.all(kinds)
}

test('an empty shop waits for nothing', async () => {
  expect(await openWork()).toEqual({
    toShip: 0,
    unpaid: 0,
    partPaid: 0,
    unreadOrderMessages: 0,
    unreadOrders: 0,
    openContactMessages: 0,
    askedQuotes: 0,
    waitingReviews: 0,
    troubledMails: 0,
    openDisputes: 0,
    failedRefunds: 0,
    failedRefundOrders: 0,
    disputedOrders: 0,
    ordersWithoutInvoice: 0,
    promisesAtRisk: 0,
    movesWanted: 0,
    paymentsWithoutOrder: 0,
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
  for (const text of ['When does it leave?', 'Hello?']) await ann.post(`/order/${_id}/messages`, { text })
  await shop.visitor.post('/contact', { name: 'Ann', email: ann.email, message: 'Hello' })
  await ann.post('/reviews', { rating: 5, review: 'Good' })
  await shop.db.execute(sql`
    insert into mails (kind, ref, recipient, subject, body, run_after, attempts, attempted_at, failed_at)
    values ('order-placed', 'failed', 'a@example.com', '', 'x', null, 1, now(), now()), ('order-placed', 'unknown', 'a@example.com', '', 'x', null, 1, now() - interval '1 hour', null)`)
  await shop.db.execute(sql`insert into payments (intent_id, amount_cents) values ('pi_x', 5)`)
  await shop.db.execute(sql`
    insert into disputes (id, intent_id, amount_cents, state, provider_state, reason, opened_at)
    values ('d1', 'pi_x', 5, 'open', 'needs_response', '', now())`)
  await shop.db.execute(sql`
    insert into invoices_due (bill_id, bill_kind, user_id, missing) values (${_id}, 'order', ${ann.userId}, '{seller.city}')`)

  expect(await openWork()).toMatchObject({
    toShip: 2,
    unpaid: 1,
    unreadOrderMessages: 2,
    unreadOrders: 1,
    openContactMessages: 1,
    waitingReviews: 0, // its writer has paid
    troubledMails: 2,
    openDisputes: 1,
    disputedOrders: 0,
    paymentsWithoutOrder: 1,
    waitingInvoices: 1,
    ordersWithoutInvoice: 1,
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

test('what is read, answered, decided, closed or not due is not counted', async () => {
  takeTransfers(shop)
  const bob = await shop.customer('bob')
  const part = await shop.addPart({ available: 50_000, price: 1.25 })
  const [late, early] = [await shop.placeOrder(bob, part, 1_000), await shop.placeOrder(bob, part, 1_000)]
  const shipped = await shop.placeOrder(bob, part, 1_000)
  await payOrder(shop, bob, shipped)
  await admin.put(`/orderShipped/${shipped._id}`)
  const before = await openWork()
  const more = async () => {
    const now = await openWork()
    const kinds = Object.keys(now) as (keyof OpenWork)[]
    return Object.fromEntries(
      kinds.flatMap((kind) =>
        typeof now[kind] === 'number' && now[kind] !== before[kind] ? [[kind, now[kind] - Number(before[kind])]] : [],
      ),
    )
  }

  // A second one of some kinds does not wait from the beginning.
  await bob.post(`/order/${shipped._id}/messages`, { text: 'When?' })
  await admin.post(`/order/${shipped._id}/messages`, { text: 'Tomorrow' })
  await shop.visitor.post('/contact', { name: 'Bob', email: bob.email, message: 'From Bob' })
  const quotes = []
  for (let count = 0; count < 3; count++) quotes.push(await saveQuote(bob, { lines: [{ text: part.partNumber, quantity: 1_000 }] }))
  for (const { _id } of quotes) await bob.post(`/quotes/${_id}/request`, { version: 1, text: 'Less' })
  await bob.post('/reviews', { rating: 5, review: 'Waits' })
  await shop.db.execute(sql`update reviews set shown_at = null where review = 'Waits'`)
  await shop.db.execute(sql`insert into payments (intent_id, amount_cents) values ('pi_y', 50)`)
  await shop.db.execute(sql`
    insert into disputes (id, intent_id, amount_cents, state, provider_state, reason, opened_at, evidence_due_at)
    values ('d2', 'pi_y', 5, 'open', 'needs_response', '', now(), '2999-01-02'), ('d3', 'pi_y', 5, 'won', 'won', '', now(), '2999-01-01'),
      ('d4', 'pi_y', 5, 'open', 'needs_response', '', now(), '2020-01-01')`)
  await shop.db.execute(sql`
    insert into payment_refunds (intent_id, order_id, amount_cents, state, made_by, provider_id, created_at)
    values ('pi_y', ${shipped._id}, 1, 'failed', 'shop', 'r1', now() - interval '89 days'),
      ('pi_y', null, 1, 'failed', 'shop', 'r2', now() - interval '91 days'), ('pi_y', null, 1, 'succeeded', 'shop', 'r3', now())`)
  const asked = (
    await bob.post(`/order/${shipped._id}/returns`, { pieces: 1, reason: 'damaged', note: 'Broken', pictures: [] })
  ).json<Return>()
  const movement = await arrives(shop, admin, { amount: 7, text: 'Thanks' })
  const wrong = await arrives(shop, admin, { amount: 9, text: 'For another shop' })
  await decide(admin, wrong, { outcome: 'give-back', reason: 'For nobody' })
  for (const { _id } of [late, early])
    await matchWith(admin, await arrives(shop, admin, { amount: 700, text: _id }), [{ billId: _id, amount: 700 }])
  await shop.db.execute(sql`update orders set pay_by = now() - interval '1 minute' where id = ${late._id}`)
  await shop.db.execute(sql`
    insert into open_items (bill_id, user_id, transaction_id, amount_cents, open_cents, net_days, due_on)
    select id, ${bob.userId}, 'acct_' || row_number() over (order by position desc), 5, 5, 30,
      current_date - (row_number() over (order by position desc) = 1)::int
    from orders order by position desc limit 2`)

  expect(await more()).toEqual({
    unreadOrderMessages: 1,
    unreadOrders: 1,
    openContactMessages: 1,
    askedQuotes: 3,
    waitingReviews: 1,
    openDisputes: 2,
    paymentsWithoutOrder: 2,
    failedRefunds: 1,
    failedRefundOrders: 1,
    waitingReturns: 1,
    partPaid: 1,
    toGiveBack: 1,
    openMovements: 1,
    overdueBills: 1,
  })
  expect((await openWork()).evidenceDueAt).toBe('2999-01-02T00:00:00.000Z')
  for (const [kind, count, rows] of await countedAndShown()) expect([kind, rows]).toEqual([kind, count])
  const ofBob = `attention=messages&q=${bob.email}`
  expect((await read<Order[]>(`/allOrder?page=0&${ofBob}`)).map(({ _id }) => _id)).toEqual([shipped._id])
  expect(await read(`/allOrderStates?${ofBob}`)).toMatchObject({ unpaid: 0, shipped: 1 })

  await shop.db.execute(sql`update order_messages set read_at = now() where side = 'customer' and order_id = ${shipped._id}`)
  await shop.db.execute(sql`update contact_messages set answered_at = now() where message = 'From Bob'`)
  const [gone, answered, ordered] = quotes
  await bob.delete(`/quotes/${gone!._id}`)
  await shop.db.execute(sql`update quotes set answered_at = now() where id = ${answered!._id}`)
  await bob.post(`/quotes/${ordered!._id}/order`, { version: 1, total: ordered!.total, ...contact })
  await shop.db.execute(sql`update reviews set hidden_at = now() where review = 'Waits'`)
  await shop.db.execute(sql`update disputes set state = 'won' where id in ('d2', 'd4')`)
  await shop.db.execute(sql`update payment_refunds set created_at = now() - interval '91 days' where provider_id = 'r1'`)
  await admin.put(`/returns/${asked._id}/refuse`, { answer: 'No' })
  await decide(admin, movement, { outcome: 'not-ours', reason: 'Rent' })
  await shop.db.execute(sql`update open_items set open_cents = 0, closed_at = now() where transaction_id = 'acct_1'`)
  await admin.post(`/bank/give-back/${wrong._id}`, { kind: 'over' })

  // The rest of what one order waited for, and 5 dollars more.
  await matchWith(admin, await arrives(shop, admin, { amount: 555, text: 'Rest' }), [{ billId: late._id, amount: 550 }])

  expect(await more()).toEqual({ toShip: 1, toGiveBack: 1, waitingInvoices: 1, ordersWithoutInvoice: 1 })

  // A later version of what was ordered.
  await shop.db.execute(sql`update quotes set version = 2 where id = ${ordered!._id}`)
  expect(await more()).toEqual({ toShip: 1, toGiveBack: 1, waitingInvoices: 1, ordersWithoutInvoice: 1, askedQuotes: 1 })
})

test('a dispute, a refund that was sent back and a waiting invoice lead to their orders, and what has none is told with its payment', async () => {
  const before = await openWork()
  const { order, buyer, intentId } = await paidOrder(shop)
  await shop.db.execute(
    sql`insert into payments (intent_id, amount_cents) values ('pi_alone', 700), (${intentId}, 250000) on conflict do nothing`,
  )
  await shop.db.execute(sql`
    insert into disputes (id, intent_id, amount_cents, state, provider_state, reason, opened_at)
    values ('d_order', ${intentId}, 500, 'open', 'needs_response', '', now()), ('d_alone', 'pi_alone', 300, 'open', 'needs_response', '', now())`)
  await shop.db.execute(sql`
    insert into payment_refunds (intent_id, amount_cents, state, made_by, provider_id, created_at)
    values ('pi_alone', 400, 'failed', 'shop', 'r_alone', now() - interval '1 day')`)
  await shop.db.execute(sql`
    insert into invoices_due (bill_id, bill_kind, user_id, missing) values (${order._id}, 'order', ${buyer.userId}, '{seller.city}')
    on conflict do nothing`)

  const work = await openWork()
  for (const kind of ['disputedOrders', 'ordersWithoutInvoice'] as const) expect([kind, work[kind] - before[kind]]).toEqual([kind, 1])
  expect(work.paymentsWithoutOrder - before.paymentsWithoutOrder).toBe(2)
  for (const attention of ['dispute', 'invoice']) {
    const ofBuyer = `attention=${attention}&q=${buyer.email}`
    expect((await read<Order[]>(`/allOrder?page=0&${ofBuyer}`)).map(({ _id }) => _id)).toEqual([order._id])
    expect((await admin.get(`/allOrderFile?format=csv&${ofBuyer}`)).body).toContain(order.number)
    expect((await admin.get(`/allOrderFile?format=csv&attention=${attention}`)).body).toContain(order.number)
  }
  for (const chosen of ['attention=failed-refund', `attention=failed-refund&q=${buyer.email}`])
    expect((await admin.get(`/allOrderFile?format=csv&${chosen}`)).body).not.toContain(order.number)
  const { withoutOrder } = (await read<HealthReport>('/health-report')).payments
  expect(withoutOrder.filter(({ payment }) => payment === 'pi_alone')).toMatchObject([
    { kind: 'failed-refund', amount: 4 },
    { kind: 'dispute', amount: 3 },
  ])
  const menu = dashboardGroups({ isAdmin: true, may: () => true }).flatMap(({ entries }) => entries)
  const [, , , countOf] = menu.find(([path]) => path === dashboardPaths.health)!
  expect(countOf!({ ...work, openDisputes: 0 })).toBe(withoutOrder.length)
})

test('what has ended does not wait: a dispute that was won, an order that was cancelled, a payment that an order gave back', async () => {
  const { intentId } = await paidOrder(shop)
  const { order: ended } = await paidOrder(shop)
  const before = await openWork()
  const cara = await shop.customer('cara')
  const part = await shop.addPart({ available: 50_000, price: 1.25 })
  const quote = await saveQuote(cara, { lines: [1, 2].map(() => ({ text: part.partNumber, quantity: 1_000 })) })
  await cara.post(`/quotes/${quote._id}/order`, { version: 1, total: quote.total, ...contact })
  const [cancelled] = (await cara.get(`/order?customer=${cara.email}`)).json<Order[]>()
  await cara.delete(`/order/${cancelled!._id}`)
  await shop.db.execute(
    sql`insert into payments (intent_id, amount_cents) values ('pi_gone', 900), (${intentId}, 250000) on conflict do nothing`,
  )
  await shop.db.execute(sql`
    insert into disputes (id, intent_id, amount_cents, state, provider_state, reason, opened_at)
    values ('d_won', ${intentId}, 500, 'won', 'won', '', now())`)
  await shop.db.execute(sql`
    insert into refunds (payment_intent, order_id, amount_cents, reason, done_at) values ('pi_gone', ${ended._id}, 900, '', now())`)
  await shop.db.execute(sql`
    insert into payment_refunds (intent_id, amount_cents, state, made_by, provider_id) values ('pi_gone', 900, 'failed', 'shop', 'r_gone')`)
  await shop.db.execute(sql`
    insert into invoices_due (bill_id, bill_kind, user_id, missing)
    select group_id, 'group', user_id, '{seller.city}' from orders where id = ${cancelled!._id}`)

  const work = await openWork()
  const more = (kind: 'disputedOrders' | 'paymentsWithoutOrder' | 'failedRefundOrders' | 'ordersWithoutInvoice') =>
    work[kind] - before[kind]
  expect([more('disputedOrders'), more('paymentsWithoutOrder'), more('failedRefundOrders'), more('ordersWithoutInvoice')]).toEqual([
    0, 0, 1, 1,
  ])
})

test('the orders that wait for their money, and payments without an order, come by indexes (51)', async () => {
  const plans = await transaction(shop.db, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`) // which PostgreSQL prefers for so few orders
    const asked = [ordersThatWait['failed-refund'], ordersThatWait.dispute, ordersThatWait.invoice, paymentsWithoutOrder]
    const explained = []
    for (const query of asked) explained.push(await tx.execute<Record<string, string>>(sql`explain ${query}`))
    return explained.map(({ rows }) => rows.map((row) => Object.values(row)[0]).join('\n'))
  })

  expect(plans[0]).toContain('Index Scan on orders_transaction_once')
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on orders\b/)
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

  const { lowStock, lowParts, stock } = await openWork()
  expect(lowParts).toBe((await admin.get('/parts?show=low')).json<ManagedParts>().low)
  expect(lowStock.count).toBe(3)
  expect(lowStock.parts.map(({ name, available, soldPieces }) => [name, available, soldPieces])).toEqual([
    ['Shorter', 1_500, 3_000],
    ['Short', 2_999, 3_000],
    ['Left over', 999, 0],
  ])
  await shop.db.execute(sql`update parts set deleted_at = now() where id = ${left._id}`)
  expect(await openWork()).toMatchObject({ lowStock: { count: 2 }, stock: { pieces: stock.pieces - 999 } })
})
