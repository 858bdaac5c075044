import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { orderStates, takesPieces, wasPaid, type OrderState } from '#contract/orders/order-states.ts'
import { stateOf } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { rateLimits } from '#database/tables/identity.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { expireUnpaidOrders } from '#server/orders/expire-unpaid-orders.ts'
import { reconcilePayments } from '#server/payment-events/reconcile-payments.ts'
import { orderQuote, savedQuote } from '#tests/support/shops/order-groups.ts'
import { contact, holdPieces, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import {
  expectBooksToBalance,
  intentsOf,
  mailsAbout,
  openPaymentOf,
  orderRow,
  payByCard,
  refundsOf,
  reportPaid,
  unpaidOrder,
} from '#tests/support/shops/payments.ts'
import { placedEarlier } from '#tests/support/shops/placed-earlier.ts'

const CAP = 5

let shop: TestShop
let admin: Customer
let buyer: Customer

beforeAll(async () => {
  shop = await openShop({ env: { MAX_UNPAID_ORDERS: String(CAP), UNPAID_ORDER_DAYS: '3' } })
  admin = await shop.admin()
})

beforeEach(async () => {
  shop.processor.behave()
  buyer = await shop.customer()
})

const post = (client: Customer, part: Part, item: object = {}) =>
  client.post('/inventory', {
    orderItem: { name: part.name, partsId: part._id, totalPrice: 2_500, orderQuantity: 1_000, ...contact, ...item },
  })

test.each([0.01, 0, -2_500, '2500', null, 1e18, [2_500], { valueOf: 2_500 }])(
  'an order with a forged total of %j is not written (6)',
  async (totalPrice) => {
    const part = await shop.addPart({ price: 2.5 })
    await holdPieces(buyer, part, 1_000)

    const answer = await post(buyer, part, { totalPrice })

    expect([400, 409]).toContain(answer.statusCode)
    expect(await shop.db.select().from(orders).where(eq(orders.partId, part._id))).toEqual([])
  },
)

test('what is charged is the total in the database (6)', async () => {
  const part = await shop.addPart({ price: 2.5 })
  const order = await shop.placeOrder(buyer, part, 3_000)

  const forged = await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: 0.01 })
  await openPaymentOf(buyer, order)

  expect(forged.json()).toMatchObject({ code: 'TOTAL_CHANGED', current: { totalPrice: 7_500 } })
  expect(await intentsOf(shop, order)).toMatchObject([{ amountCents: 750_000, currency: 'usd' }])
})

test('a price that changes before the purchase is told and confirmed; one that changes after it is not charged (7)', async () => {
  const part = await shop.addPart({ price: 2.5 })
  const changePrice = (price: string) => shop.db.update(parts).set({ price }).where(eq(parts.id, part._id))
  await changePrice('3.0000')

  const hold = await holdPieces(buyer, part, 1_000)
  await changePrice('9.0000')
  const unconfirmed = await post(buyer, part, { totalPrice: 2_500 })
  const confirmed = await post(buyer, part, { totalPrice: 3_000 })
  await openPaymentOf(buyer, confirmed.json())

  expect(hold.json()).toMatchObject({ price: 3, totalPrice: 3_000 })
  expect(unconfirmed.json()).toMatchObject({ code: 'TOTAL_CHANGED', current: { price: 3, totalPrice: 3_000 } })
  expect(confirmed.json()).toMatchObject({ price: 3, totalPrice: 3_000 })
  expect(await intentsOf(shop, confirmed.json())).toMatchObject([{ amountCents: 300_000 }])
})

test('a second purchase at a new price is not answered with the first one, whatever became of its pieces (7)', async () => {
  const part = await shop.addPart({ price: 2.5 })
  await shop.placeOrder(buyer, part)
  await shop.db.update(parts).set({ price: '3.0000' }).where(eq(parts.id, part._id))
  const { holdId } = (await holdPieces(buyer, part, 1_000)).json()
  await admin.delete(`/parts/${part._id}`)

  const answer = await post(buyer, part, { holdId, totalPrice: 3_000 })

  expect([answer.statusCode, answer.json().code]).toEqual([409, 'HOLD_GONE'])
})

test('no email, name or id in a body makes the caller somebody else (8)', async () => {
  const part = await shop.addPart()
  const victim = await shop.customer('victim')
  const theirs = await shop.placeOrder(victim, part)
  const theirSecret = await openPaymentOf(victim, theirs)
  const as = { email: victim.email }

  const answers = [
    await buyer.put(`/inventory/${part._id}`, { restAvailable: { available: 0 }, orderQuantity: 1_000, userInfo: as }),
    await post(buyer, part, { email: victim.email }),
    await buyer.post('/inventory', { orderItem: { name: part.name, totalPrice: 2_500, orderQuantity: 1_000, ...contact }, userInfo: as }),
    await post(buyer, part, { _id: theirs._id }),
    await buyer.get(`/order?customer=${victim.email}`),
    await buyer.post('/create-payment-intent', { orderId: theirs._id, totalPrice: theirs.totalPrice }),
    await reportPaid(buyer, theirs, intentIdOf(theirSecret)),
    await buyer.delete(`/order/${theirs._id}`),
  ]
  await holdPieces(buyer, part, 1_000)
  const own = await post(buyer, part, { displayName: victim.displayName })

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 400, 403, 404, 404, 404])
  expect(own.json()).toMatchObject({ email: buyer.email, displayName: buyer.displayName })
  expect(await orderRow(shop, theirs)).toMatchObject({ state: 'unpaid', userId: victim.userId })
})

test('a customer has so many unpaid orders and no more, until one is paid or cancelled (12)', async () => {
  const allowed = []
  for (let count = 0; count < CAP; count++) allowed.push(await shop.placeOrder(buyer, await shop.addPart()))
  const part = await shop.addPart()

  const held = await holdPieces(buyer, part, 1_000)
  const posted = await post(buyer, part)
  await buyer.delete(`/order/${allowed[0]!._id}`)
  const afterwards = await post(buyer, part)

  for (const refused of [held, posted]) {
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'TOO_MANY_UNPAID', message: expect.stringContaining('pay or cancel') })
  }
  expect(afterwards.statusCode).toBe(200)
  expect(await shop.stockOf(part)).toBe(part.available - 1_000)
})

test('a hundred orders of one customer at once do not get past the limit (12)', async () => {
  const many = await Promise.all(Array.from({ length: 100 }, () => shop.addPart({ available: 1_000 })))

  const held = await Promise.all(many.map((part) => holdPieces(buyer, part, 1_000)))
  const placed = await Promise.all(many.map((part) => post(buyer, part)))

  expect(held.filter(({ statusCode }) => statusCode === 200)).toHaveLength(CAP)
  expect(held.filter(({ statusCode }) => statusCode !== 200).map(({ statusCode }) => statusCode)).toEqual(Array(100 - CAP).fill(409))
  expect(placed.filter(({ statusCode }) => statusCode === 200)).toHaveLength(CAP)
  expect(await shop.db.select().from(orders).where(eq(orders.userId, buyer.userId))).toHaveLength(CAP)
  await expectBooksToBalance(shop)
})

test('holding pieces again and again ends in a pause (12)', async () => {
  const part = await shop.addPart()
  await holdPieces(buyer, part, 1_000)
  await shop.db
    .update(rateLimits)
    .set({ count: 599 })
    .where(sql`${rateLimits.key} like 'hold|%' and ${rateLimits.count} = 1`)

  const last = await holdPieces(buyer, part, 2_000)
  const tooMany = await holdPieces(buyer, part, 3_000)
  const other = await holdPieces(await shop.customer(), part, 1_000)

  expect(last.json().modifiedCount).toBe(1)
  expect([tooMany.statusCode, tooMany.json().code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect(other.json().modifiedCount).toBe(1)
  expect(await shop.stockOf(part)).toBe(part.available - 3_000)
})

test('attempts to take pieces that are refused count, too (12)', async () => {
  const part = await shop.addPart({ available: 1_000 })
  const quote = await savedQuote(shop.db, buyer.userId, [{ part, quantity: 1_000 }])
  await holdPieces(await shop.customer(), part, 1_000)
  const attempts = [() => holdPieces(buyer, part, 1_000), () => post(buyer, part), () => orderQuote(buyer, quote)]

  for (const attempt of attempts) {
    await shop.db.delete(rateLimits)
    const refused = (await attempt()).json()
    await shop.db
      .update(rateLimits)
      .set({ count: 600 })
      .where(sql`${rateLimits.key} like 'hold|%' and ${rateLimits.count} = 1`)
    const oneMore = (await attempt()).json()

    expect(refused.code ?? refused).toEqual(attempt === attempts[0] ? { modifiedCount: 0 } : 'STOCK_TOO_LOW')
    expect(oneMore.code).toBe('TOO_MANY_REQUESTS')
  }
})

const age = (order: { _id: string }, days: number) =>
  shop.db
    .update(orders)
    .set(placedEarlier(`${days} days 1 minute`))
    .where(eq(orders.id, order._id))

test('an order that nobody pays in time is cancelled, its pieces go back, and the mail says why (12)', async () => {
  const [old, young, paid] = await Promise.all([unpaidOrder(shop), unpaidOrder(shop), unpaidOrder(shop)])
  const secret = await openPaymentOf(paid.buyer, paid.order)
  await payByCard(shop, secret)
  await reportPaid(paid.buyer, paid.order, intentIdOf(secret))
  await openPaymentOf(old.buyer, old.order)
  for (const { order } of [old, paid]) await age(order, 3)
  await age(young.order, 2)

  const expired = await Promise.all([expireUnpaidOrders(shop.services), expireUnpaidOrders(shop.services)])

  expect(expired[0] + expired[1]).toBe(1)
  expect(await shop.stockOf(old.part)).toBe(old.part.available)
  expect((await orderRow(shop, young.order)).state).toBe('unpaid')
  expect((await orderRow(shop, paid.order)).state).toBe('paid')
  expect(await intentsOf(shop, old.order)).toMatchObject([{ status: 'canceled' }])
  const written = await shop.db.select().from(mails).where(eq(mails.ref, old.order._id))
  expect(written.find(({ kind }) => kind === 'order-cancelled')?.body).toContain('because it was not paid within 3 days')
})

test('an overdue order whose money has arrived unheard of is paid instead of cancelled (12)', async () => {
  const { order, part, buyer: late } = await unpaidOrder(shop)
  await payByCard(shop, await openPaymentOf(late, order))
  await age(order, 3)

  expect(await expireUnpaidOrders(shop.services)).toBe(0)

  expect((await orderRow(shop, order)).state).toBe('paid')
  expect(await refundsOf(shop, order)).toEqual([])
  expect(await shop.stockOf(part)).toBe(part.available - 1_000)
})

test('while the provider is down an overdue order waits in cancelling, and is cancelled later with the same mail (12)', async () => {
  const { order, part, buyer: late } = await unpaidOrder(shop)
  await openPaymentOf(late, order)
  await age(order, 3)
  shop.processor.faults.unavailable = 'refuse'

  const meanwhile = await expireUnpaidOrders(shop.services)
  const { state } = await orderRow(shop, order)
  shop.processor.behave()
  await reconcilePayments(shop.services)

  expect([meanwhile, state]).toEqual([0, 'cancelling'])
  expect((await orderRow(shop, order)).state).toBe('cancelled')
  expect(await shop.stockOf(part)).toBe(part.available)
  const written = await shop.db.select().from(mails).where(eq(mails.ref, order._id))
  expect(written.find(({ kind }) => kind === 'order-cancelled')?.body).toContain('because it was not paid within 3 days')
})

/** An order brought into a state the way orders come there. */
async function orderIn(state: OrderState) {
  const { order, part, buyer: owner } = await unpaidOrder(shop)
  if (state === 'cancelled') await owner.delete(`/order/${order._id}`)
  if (state === 'cancelling') {
    await openPaymentOf(owner, order)
    shop.processor.faults.unavailable = 'refuse'
    await owner.delete(`/order/${order._id}`)
    shop.processor.behave()
  }
  if (wasPaid(state)) {
    const secret = await openPaymentOf(owner, order)
    await payByCard(shop, secret)
    await reportPaid(owner, order, intentIdOf(secret))
  }
  if (state === 'shipped') await attempts.shipped({ order, part, owner })
  if (state === 'refunded') await attempts.refunded({ order, part, owner })
  return { order, part, owner }
}

type Subject = Pick<Awaited<ReturnType<typeof unpaidOrder>>, 'order' | 'part'> & { owner: Customer }

/** What a person can try to bring an order into a state. Nothing leads back to unpaid; a new payment comes nearest. */
const attempts: Record<OrderState, (of: Subject) => Promise<unknown>> = {
  unpaid: ({ owner, order }) => owner.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice }),
  cancelling: async ({ owner, order }) => {
    shop.processor.faults.unavailable = 'refuse'
    await owner.delete(`/order/${order._id}`)
    shop.processor.behave()
  },
  cancelled: ({ owner, order }) => owner.delete(`/order/${order._id}`),
  paid: async ({ owner, order }) => {
    const opened = await owner.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })
    const secret = opened.json().clientSecret ?? 'pi_none_secret_none'
    if (opened.statusCode === 200) await payByCard(shop, secret)
    await reportPaid(owner, order, intentIdOf(secret))
  },
  shipped: ({ order }) => admin.put(`/orderShipped/${order._id}`),
  refunded: ({ order }) => admin.post(`/order/${order._id}/refund`, { reason: 'Asked for' }),
}

/** The final state of each attempt; others stay unchanged. Without an open payment an order is cancelled at once. */
const ends: Partial<Record<`${OrderState}>${OrderState}`, OrderState>> = {
  'unpaid>cancelling': 'cancelled',
  'unpaid>cancelled': 'cancelled',
  'unpaid>paid': 'paid',
  'cancelling>cancelled': 'cancelled',
  'paid>shipped': 'shipped',
  'paid>refunded': 'refunded',
}

test.each(orderStates.flatMap((from) => orderStates.filter((to) => to !== from).map((to) => [from, to] as const)))(
  'by the calls, an order that is %s and is to be %s ends where it may (15)',
  async (from, to) => {
    const subject = await orderIn(from)

    await attempts[to](subject)

    const { state } = await orderRow(shop, subject.order)
    expect(state).toBe(ends[`${from}>${to}`] ?? from)
    const shown = await admin.get(`/order/${subject.order._id}`)
    if (state === 'cancelled') expect(shown.statusCode).toBe(404)
    else expect(stateOf(shown.json())).toBe(state === 'cancelling' ? 'unpaid' : state)
    expect(await shop.stockOf(subject.part)).toBe(subject.part.available - (takesPieces(state) ? 1_000 : 0))
  },
)

test('while a cancellation runs, an order that turns out to be paid is shipped once, and its pieces stay sold (15)', async () => {
  const { order, part, buyer: owner } = await unpaidOrder(shop)
  await payByCard(shop, await openPaymentOf(owner, order))

  const [ships, cancelled] = await Promise.all([
    Promise.all(Array.from({ length: 10 }, () => admin.put(`/orderShipped/${order._id}`))),
    owner.delete(`/order/${order._id}`),
  ])
  const again = await Promise.all([1, 2, 3].map(() => admin.put(`/orderShipped/${order._id}`)))

  expect(cancelled.json()).toEqual({ deletedCount: 0 })
  const shipped = [...ships, ...again].reduce((sum, answer) => sum + answer.json().modifiedCount, 0)
  expect(shipped).toBe(1)
  expect((await orderRow(shop, order)).state).toBe('shipped')
  expect((await mailsAbout(shop, order)).filter((kind) => kind === 'order-shipped')).toHaveLength(1)
  expect(await shop.stockOf(part)).toBe(part.available - 1_000)
})

test('after all of this stock, money and orders agree (15)', async () => {
  await reconcilePayments(shop.services)

  await expectBooksToBalance(shop)
})
