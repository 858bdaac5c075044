import { afterEach, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import type { Order, OrderInFull } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { orders } from '#database/tables/orders.ts'
import { expireUnpaidOrders } from '#server/orders/expire-unpaid-orders.ts'
import { reconcilePayments } from '#server/payment-events/reconcile-payments.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { contact, openShop, type Client, type Customer } from '#tests/support/shops/open-shop.ts'
import { groupNow, openPaymentOfGroup, orderQuote, savedQuote, statesOf } from '#tests/support/shops/order-groups.ts'
import {
  expectBooksToBalance,
  intentsOf,
  openPaymentOf,
  orderRow,
  payByCard,
  refundsOf,
  reportPaid,
} from '#tests/support/shops/payments.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'
import { placedEarlier } from '#tests/support/shops/placed-earlier.ts'

const shop = await openShop()
afterEach(() => shop.processor.behave())

/** 10,000 pieces at $1.00, fewer at $2.00. */
async function largeOrder(): Promise<{ part: Part; buyer: Customer; order: Order }> {
  const part = await shop.addPart({ available: 20_000, price: 2, priceBreaks: [{ from: 10_000, price: 1 }] })
  const buyer = await shop.customer()
  return { part, buyer, order: await shop.placeOrder(buyer, part, 10_000) }
}

const reduce = (who: Client, { _id }: Pick<Order, '_id'>, orderQuantity: number, totalPrice = orderQuantity * 2) =>
  who.put(`/order/${_id}/pieces`, { orderQuantity, totalPrice })
const eventsOf = async (who: Client, { _id }: Order) => (await who.get(`/order/${_id}/events`)).json<{ events: OrderEvent[] }>().events

test('an unpaid order is reduced at the price of the new quantity, and the other pieces go back', async () => {
  const { buyer, order, part } = await largeOrder()

  const reduced = await reduce(buyer, order, 4_000)

  expect(reduced.json()).toEqual({ ...order, orderQuantity: 4_000, price: 2, totalPrice: 8_000 })
  expect(await shop.stockOf(part)).toBe(16_000)
  expect((await eventsOf(buyer, order)).at(-1)).toMatchObject({
    kind: 'reduced',
    by: 'customer',
    change: { before: '10000', after: '4000' },
  })
  await expectBooksToBalance(shop)
})

test('an order is reduced again and then cancelled: each piece goes back once', async () => {
  const { buyer, order, part } = await largeOrder()

  await reduce(buyer, order, 4_000)
  await reduce(buyer, order, 1_000)
  await buyer.delete(`/order/${order._id}`)

  expect(await shop.stockOf(part)).toBe(20_000)
  await expectBooksToBalance(shop)
})

test("an admin reduces a customer's order, which the audit log and the timeline tell; a stranger finds no such order", async () => {
  const { buyer, order } = await largeOrder()

  const [admin, stranger] = [await shop.admin(), await shop.customer()]
  expect((await reduce(stranger, order, 4_000)).statusCode).toBe(404)
  expect((await reduce(admin, order, 4_000)).statusCode).toBe(200)

  expect((await eventsOf(buyer, order)).at(-1)).toMatchObject({ kind: 'reduced', by: 'shop' })
  expect(await shop.db.select().from(auditLog).where(eq(auditLog.subject, order._id))).toMatchObject([
    { action: 'reduce-order', detail: { pieces: 4_000, piecesBefore: 10_000, total: 8_000, totalBefore: 10_000 } },
  ])
})

test('a program with the scope orders:write reduces an order of its owner', async () => {
  const { buyer, order } = await largeOrder()

  expect((await (await programOf(shop, buyer, ['orders:read'])).ask('PUT', `/order/${order._id}/pieces`, {})).statusCode).toBe(403)
  const { ask } = await programOf(shop, buyer, ['orders:write'])
  expect((await ask('PUT', `/order/${order._id}/pieces`, { orderQuantity: 1_000, totalPrice: 2_000 })).statusCode).toBe(200)
})

test('another total than the one that was seen is answered with the new figures, and nothing changes', async () => {
  const { buyer, order, part } = await largeOrder()

  const answer = await reduce(buyer, order, 4_000, 4_000)

  expect(answer.json()).toMatchObject({ code: 'TOTAL_CHANGED', current: { price: 2, totalPrice: 8_000, orderQuantity: 4_000 } })
  expect(await shop.stockOf(part)).toBe(10_000)
})

test('fewer than the minimum, as many as before and more are refused', async () => {
  const { buyer, order } = await largeOrder()

  expect((await reduce(buyer, order, 999)).statusCode).toBe(400)
  expect((await reduce(buyer, order, 10_001)).json()).toMatchObject({
    fields: [{ field: 'orderQuantity', message: 'Enter fewer than the 10,000 pieces of this order.' }],
  })
  expect((await reduce(buyer, order, 10_000)).statusCode).toBe(400)
})

async function changePrices(part: Part, offer: object): Promise<void> {
  const changed = await (await shop.admin()).put(`/parts/${part._id}`, { ...offer, confirmed: true })
  expect(changed.json()).toMatchObject({ modifiedCount: 1, part: offer })
}

/** How prices change after they were agreed. */
const laterPrices = [
  { price: 3, priceBreaks: [{ from: 10_000, price: 2.9 }] },
  { price: 1.5, priceBreaks: [{ from: 10_000, price: 0.5 }] },
  { price: 2, priceBreaks: [] },
  { price: 9, priceBreaks: [{ from: 2_000, price: 8 }] },
]

test.each(laterPrices)('an order keeps the ladder that it was placed at, also after the prices are %j', async (offer) => {
  const { buyer, order, part } = await largeOrder()
  await changePrices(part, offer)
  const shown = (await buyer.get(`/order/${order._id}`)).json<OrderInFull>()

  const reduced = [await reduce(buyer, order, 4_000, 8_000), await reduce(buyer, order, 1_000, 2_000)]

  expect(shown.agreed).toEqual({ price: 2, priceBreaks: [{ from: 10_000, price: 1 }] })
  expect(reduced.map((answer) => answer.json<Order>().price)).toEqual([2, 2])
})

test.each(laterPrices)('an order of a quote keeps the ladder of the quote, also after the prices are %j', async (offer) => {
  const part = await shop.addPart({ available: 40_000, price: 2, priceBreaks: [{ from: 10_000, price: 1 }] })
  const buyer = await shop.customer()
  const quote = await saveQuote(buyer, { lines: [{ text: part.partNumber, quantity: 20_000 }] })
  await changePrices(part, offer)
  const [order] = (await buyer.post(`/quotes/${quote._id}/order`, { version: 1, total: 20_000, ...contact })).json<OrderGroup>().orders

  const reduced = [await reduce(buyer, order!, 10_000, 10_000), await reduce(buyer, order!, 9_999, 19_998)]

  expect(reduced.map((answer) => answer.json<Order>().price)).toEqual([1, 2])
})

test.each([1.25, 2.5, 1])("an order at an offer's price of %d keeps it at every quantity, whatever the part costs", async (unitPrice) => {
  const part = await shop.addPart({ available: 40_000, price: 2, priceBreaks: [{ from: 10_000, price: 1 }] })
  const [buyer, admin] = [await shop.customer(), await shop.admin()]
  const quote = await saveQuote(buyer, { lines: [{ text: part.partNumber, quantity: 20_000 }] })
  const total = 20_000 * unitPrice
  const offered = { version: 1, lines: [{ row: 1, unitPrice }], terms: '', validDays: 30, total }
  await admin.post(`/quotes/${quote._id}/offer`, offered)
  const [order] = (await buyer.post(`/quotes/${quote._id}/order`, { version: 2, total, ...contact })).json<OrderGroup>().orders

  const answers = [await reduce(buyer, order!, 15_000, 15_000 * unitPrice), await reduce(admin, order!, 1_000, 1_000 * unitPrice)]

  expect(answers.map((answer) => answer.json<Order>())).toMatchObject([
    { price: unitPrice, totalPrice: 15_000 * unitPrice },
    { price: unitPrice, totalPrice: 1_000 * unitPrice },
  ])
  await expectBooksToBalance(shop)
})

test('asking again for the same pieces and total changes nothing', async () => {
  const { buyer, order, part } = await largeOrder()
  await reduce(buyer, order, 4_000)

  const again = await reduce(buyer, order, 4_000)

  expect(again.json()).toMatchObject({ orderQuantity: 4_000, totalPrice: 8_000 })
  expect(await shop.stockOf(part)).toBe(16_000)
})

test('a paid, a cancelled and a discontinued order cannot be reduced', async () => {
  const [paid, cancelled, discontinued] = [await largeOrder(), await largeOrder(), await largeOrder()]
  const { id } = await payByCard(shop, await openPaymentOf(paid.buyer, paid.order))
  await reportPaid(paid.buyer, paid.order, id)
  await cancelled.buyer.delete(`/order/${cancelled.order._id}`)
  await (await shop.admin()).delete(`/parts/${discontinued.part._id}`)

  const answers = []
  for (const { buyer, order } of [paid, cancelled, discontinued])
    answers.push((await reduce(buyer, order, 4_000)).json<{ code: string }>().code)

  expect(answers).toEqual(['ORDER_ALREADY_PAID', 'ORDER_NOT_REDUCIBLE', 'PART_NOT_SOLD'])
})

test('an open payment ends, and the next one is for the new total', async () => {
  const { buyer, order } = await largeOrder()
  const before = await openPaymentOf(buyer, order)

  const reduced = (await reduce(buyer, order, 4_000)).json<Order>()
  const old = await payByCard(shop, before)
  const { id } = await payByCard(shop, await openPaymentOf(buyer, reduced))
  await reportPaid(buyer, order, id)

  expect(old.status).toBe('canceled')
  expect(await orderRow(shop, order)).toMatchObject({ state: 'paid', totalCents: 800_000, transactionId: id })
  await expectBooksToBalance(shop)
})

test('a refused reduction leaves the open payment as it is', async () => {
  const { buyer, order } = await largeOrder()
  const secret = await openPaymentOf(buyer, order)

  await reduce(buyer, order, 4_000, 1)

  const payment = await payByCard(shop, secret)
  await reportPaid(buyer, order, payment.id)
  expect((await orderRow(shop, order)).state).toBe('paid')
})

test('while the bank decides about a payment, the order keeps its pieces', async () => {
  const { buyer, order, part } = await largeOrder()
  const secret = await openPaymentOf(buyer, order)
  await shop.processor.keepProcessing(intentIdOf(secret))

  const answer = await reduce(buyer, order, 4_000)

  expect(answer.json()).toMatchObject({
    code: 'PAYMENT_UNDERWAY',
    message: 'The payment of this order is being processed. Please wait for its result.',
  })
  expect(await shop.stockOf(part)).toBe(10_000)
})

test('a payment that the shop has not heard of wins over the reduction', async () => {
  const { buyer, order } = await largeOrder()
  await payByCard(shop, await openPaymentOf(buyer, order))

  expect((await reduce(buyer, order, 4_000)).json()).toMatchObject({ code: 'ORDER_ALREADY_PAID' })
  expect(await refundsOf(shop, order)).toEqual([])
})

test('while the payment provider is down, an order with a payment is not reduced', async () => {
  const { buyer, order } = await largeOrder()
  await openPaymentOf(buyer, order)
  shop.processor.faults.unavailable = 'refuse'

  expect((await reduce(buyer, order, 4_000)).statusCode).toBe(503)
  expect((await orderRow(shop, order)).quantity).toBe(10_000)
})

test('one order of a group is reduced: the open payment ends, and the group is paid with the new sum', async () => {
  const [buyer, part] = [await shop.customer(), await shop.addPart({ available: 20_000, price: 2 })]
  const quote = await savedQuote(shop.db, buyer.userId, [
    { part, quantity: 3_000 },
    { part, quantity: 5_000 },
  ])
  const group = (await orderQuote(buyer, quote)).json<OrderGroup>()
  const before = await openPaymentOfGroup(buyer, group)

  const answer = await reduce(buyer, group.orders[1]!, 1_000)
  const now = await groupNow(buyer, group)
  const old = await payByCard(shop, before)
  const { id } = await payByCard(shop, await openPaymentOfGroup(buyer, now))
  await reportPaid(buyer, group.orders[0]!, id)

  expect(answer.json()).toMatchObject({ orderQuantity: 1_000, totalPrice: 2_000 })
  expect([now.totalPrice, old.status]).toEqual([8_000, 'canceled'])
  expect(await statesOf(shop, group)).toEqual(['paid', 'paid'])
  await expectBooksToBalance(shop)
})

test('the same purchase that is sent again after its order was reduced is not a second purchase', async () => {
  const { buyer, order, part } = await largeOrder()
  await reduce(buyer, order, 4_000)

  const item = { name: part.name, partsId: part._id, totalPrice: 10_000, orderQuantity: 10_000, ...contact }
  const again = await buyer.post('/inventory', { orderItem: item })

  expect(again.json()).toMatchObject({ _id: order._id, orderQuantity: 4_000 })
  expect(await shop.stockOf(part)).toBe(16_000)
})

test('reducing and opening the payment at the same moment: no payment for the old total can be paid', async () => {
  for (let round = 0; round < 12; round++) {
    const { buyer, order } = await largeOrder()
    const opened = buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })
    const [, answer] = await Promise.all([opened, reduce(buyer, order, 4_000)])

    expect(answer.statusCode).toBe(200)
    for (const { amountCents, status } of await intentsOf(shop, order)) expect([amountCents, status]).toEqual([1_000_000, 'canceled'])
    const { id } = await payByCard(shop, await openPaymentOf(buyer, answer.json<Order>()))
    await reportPaid(buyer, order, id)
    expect((await orderRow(shop, order)).state).toBe('paid')
  }
  await expectBooksToBalance(shop)
})

test('reducing and paying at the same moment: the order is paid as it was, or reduced and unpaid', async () => {
  for (let round = 0; round < 12; round++) {
    const { buyer, order } = await largeOrder()
    const secret = await openPaymentOf(buyer, order)

    const [payment, answer] = await Promise.all([payByCard(shop, secret), reduce(buyer, order, 4_000)])
    await reconcilePayments(shop.services)

    const row = await orderRow(shop, order)
    expect([row.state, row.quantity]).toEqual(payment.status === 'succeeded' ? ['paid', 10_000] : ['unpaid', 4_000])
    expect(answer.statusCode).toBe(payment.status === 'succeeded' ? 409 : 200)
    expect(await refundsOf(shop, order)).toEqual([])
  }
  await expectBooksToBalance(shop)
})

test('two reductions, a cancellation and the expiry at the same moment: the books balance', async () => {
  for (let round = 0; round < 8; round++) {
    const { buyer, order, part } = await largeOrder()
    if (round % 2 === 0) await openPaymentOf(buyer, order)
    if (round > 3) await shop.db.update(orders).set(placedEarlier('8 days')).where(eq(orders.id, order._id))

    const answers = await Promise.all([
      reduce(buyer, order, 4_000),
      reduce(buyer, order, 2_000),
      round > 3 ? expireUnpaidOrders(shop.services) : buyer.delete(`/order/${order._id}`),
    ])
    await reconcilePayments(shop.services)

    for (const answer of answers.slice(0, 2)) expect([200, 400, 409, 503]).toContain((answer as { statusCode: number }).statusCode)
    expect((await orderRow(shop, order)).state).toBe('cancelled')
    expect(await shop.stockOf(part)).toBe(20_000)
  }
  await expectBooksToBalance(shop)
})
