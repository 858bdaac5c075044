import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderRefunds } from '#contract/payments/refunds.ts'
import type { Paper } from '#contract/payments/papers.ts'
import { invoices } from '#database/tables/invoices.ts'
import { orders } from '#database/tables/orders.ts'
import { stockMoves } from '#database/tables/parts.ts'
import { chargeTax } from '#tests/support/shops/charging.ts'
import { groupNow, openPaymentOfGroup, statesOf, unpaidGroup } from '#tests/support/shops/order-groups.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { cards, expectBooksToBalance, orderRow, payByCard, reportPaid, toldOfRefund } from '#tests/support/shops/payments.ts'
import { mailsTo, paidOrder, refundByAdmin, refundsOfPayment, tell } from '#tests/support/shops/refunds.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'

const shop = await openShop()
const { processor, services } = shop
let admin: Customer
beforeAll(async () => {
  admin = await shop.admin()
})
afterEach(() => processor.behave())

const refundPart = (order: Pick<Order, '_id'>, amount: number, more: object = {}) =>
  admin.post(`/order/${order._id}/refund`, { reason: 'Scratched', amount, ...more })
const refundsSeenBy = async (who: Customer, order: Pick<Order, '_id'>) =>
  (await who.get(`/order/${order._id}/refunds`)).json<OrderRefunds>()
const refundedAtProcessor = async (intentId: string) => (await processor.intents()).find(({ id }) => id === intentId)!.refundedCents

async function shippedOrder(card?: string) {
  const bought = await paidOrder(shop, card)
  await admin.put(`/orderShipped/${bought.order._id}`)
  return bought
}

test('an admin refunds a part of a shipped order, and pieces that came back return to stock with their reason (74)', async () => {
  const { buyer, order, part, intentId } = await shippedOrder()

  const answer = await refundPart(order, 250.5, { restock: 100 })

  expect(answer.json()).toMatchObject({ modifiedCount: 1, order: { shipped: true, refunded: false, refundedTotal: 250.5 } })
  expect(await refundedAtProcessor(intentId)).toBe(25_050)
  expect(await shop.stockOf(part)).toBe(part.available - 1_000 + 100)
  const [refund] = (await refundsOfPayment(shop, intentId)).rows
  expect(refund).toMatchObject({ state: 'succeeded', orderId: order._id, restockedPieces: 100, reason: 'Scratched' })
  expect(await shop.db.select().from(stockMoves).where(eq(stockMoves.ref, refund!.id))).toMatchObject([
    { kind: 'restock', delta: 100, reason: 'returned', actorId: admin.userId },
  ])
  expect((await mailsTo(shop, buyer.email)).filter((kind) => kind === 'order-refunded')).toHaveLength(1)
  await expectBooksToBalance(shop)
})

test('pieces are refunded at their price with tax, and the credit note names them', async () => {
  const taxed = await openShop()
  const clerk = await taxed.admin()
  await chargeTax(clerk)
  const { buyer, order, intentId } = await paidOrder(taxed)
  const give = (body: object) => clerk.post(`/order/${order._id}/refund`, { reason: 'Broken', ...body })

  const tooMany = await give({ pieces: 1_001 })
  const answer = await give({ pieces: 100 })

  expect(tooMany.json().fields).toEqual([{ field: 'pieces', message: 'The order has 1,000 pieces.' }])
  expect(answer.json()).toMatchObject({ modifiedCount: 1, order: { paid: true, refunded: false, refundedTotal: 297.5 } })
  expect((await refundsOfPayment(taxed, intentId)).refundedCents).toBe(29_750)
  const papers = (await buyer.get(`/order/${order._id}/papers`)).json<Paper[]>()
  expect(papers.map(({ net, tax, total }) => [net, tax, total])).toEqual([
    [2_500, 475, 2_975],
    [250, 47.5, 297.5],
  ])
  expect((await refundsSeenBy(buyer, order)).refunds).toMatchObject([{ amount: 297.5, pieces: 100 }])
  const [, note] = await taxed.db.select().from(invoices).orderBy(invoices.position)
  expect(note!.data.lines).toMatchObject([{ name: order.name, pieces: 100, unitPrice: '2.5000', netCents: 25_000, taxCents: 4_750 }])
  await expectBooksToBalance(taxed)
})

test('pieces at a sum that is no price with its tax are named, and refunded again when the bank sends it back (74)', async () => {
  const taxed = await openShop()
  const clerk = await taxed.admin()
  await chargeTax(clerk)
  const { buyer, order, intentId } = await paidOrder(taxed)
  const give = () => clerk.post(`/order/${order._id}/refund`, { reason: 'Broken', pieces: 333, amount: 990.67 }) // 832.50, 158.18 and a cent less

  await give()
  const { refunds } = await refundsSeenBy(buyer, order)
  await taxed.processor.failRefunds(intentId)
  await tell(taxed, intentId, 'refund.failed')
  const again = await give()

  expect(refunds).toMatchObject([{ amount: 990.67, pieces: 333 }])
  expect(again.json()).toMatchObject({ modifiedCount: 1, order: { refundedTotal: 990.67 } })
  await expectBooksToBalance(taxed)
})

test('the last pieces cost what is left, and with nothing left none are refunded', async () => {
  const { order } = await shippedOrder()
  await refundPart(order, 2_000.01)
  const give = (body: object) => admin.post(`/order/${order._id}/refund`, { reason: 'Broken', ...body })

  const last = await give({ pieces: 200 })
  const none = await give({ pieces: 1 })

  expect(last.json().order).toMatchObject({ shipped: true, refundedTotal: 2_500 })
  expect(none.json().fields).toEqual([{ field: 'amount', message: 'Nothing is left to refund.' }])
})

test('an order shows its refunds to both sides, to its customer without reason and person, and what is left', async () => {
  const { buyer, order } = await shippedOrder()
  await refundPart(order, 100, { restock: 10 })
  await refundPart(order, 200)

  const seen = { at: expect.any(String), state: 'succeeded', madeBy: 'shop', ofPayment: false, pieces: null }
  const [first, second] = [
    { ...seen, amount: 100, restocked: 10 },
    { ...seen, amount: 200, restocked: 0 },
  ]
  const forShop = { reason: 'Scratched', actor: admin.email }
  expect(await refundsSeenBy(admin, order)).toMatchObject({
    refunds: [
      { ...first, ...forShop },
      { ...second, ...forShop },
    ],
    disputes: [],
    left: 2_200,
    returnable: 990,
  })
  expect((await refundsSeenBy(buyer, order)).refunds).toMatchObject([
    { ...first, reason: null, actor: null },
    { ...second, reason: null, actor: null },
  ])
})

test('fifty concurrent partial refunds never refund more than was paid (74)', async () => {
  const { order, intentId } = await shippedOrder()

  const answers = await Promise.all(Array.from({ length: 50 }, () => refundPart(order, 99.99)))
  await reconcileRefunds(services)

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(25)
  expect(answers.find(({ statusCode }) => statusCode !== 200)!.json()).toMatchObject({
    code: 'INVALID_INPUT',
    fields: [{ field: 'amount', message: 'At most $0.25 can be refunded.' }],
  })
  expect(await refundedAtProcessor(intentId)).toBe(25 * 9_999)
  expect(await orderRow(shop, order)).toMatchObject({ state: 'shipped', refundedCents: 25 * 9_999 })
  await expectBooksToBalance(shop)
})

test('concurrent partial refunds of the orders of one payment stay within each order (74)', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  const { id: intentId } = await payByCard(shop, await openPaymentOfGroup(buyer, group))
  await reportPaid(buyer, group.orders[0]!, intentId)
  const before = await groupNow(buyer, group)

  await Promise.all(Array.from({ length: 48 }, (_, index) => refundPart(group.orders[index % 3]!, 149)))
  await reconcileRefunds(services)

  const after = await groupNow(buyer, group)
  for (const [index, { totalPrice, refundedTotal }] of after.orders.entries()) {
    expect(refundedTotal).toBe(149 * Math.min(Math.floor(totalPrice / 149), 16))
    expect(before.orders[index]!.totalPrice).toBe(totalPrice)
  }
  expect(await refundedAtProcessor(intentId)).toBe(after.orders.reduce((sum, { refundedTotal }) => sum + refundedTotal * 100, 0))
  expect(await statesOf(shop, group)).toEqual(['paid', 'paid', 'paid'])
  await expectBooksToBalance(shop)
})

test('fifty concurrent refunds restock no more pieces than were sent (74)', async () => {
  const { order, part } = await shippedOrder()

  const answers = await Promise.all(Array.from({ length: 50 }, () => refundPart(order, 1, { restock: 60 })))

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(16)
  expect(answers.find(({ statusCode }) => statusCode !== 200)!.json().fields).toEqual([
    { field: 'restock', message: 'At most 40 pieces can come back: those that were sent and are neither back nor in a return.' },
  ])
  expect(await shop.stockOf(part)).toBe(part.available - 1_000 + 960)
  await expectBooksToBalance(shop)
})

test('the database refuses pieces back that were not sent (74)', async () => {
  const sent = await shippedOrder()
  const unsent = await paidOrder(shop)
  const restock = ({ order }: typeof sent, pieces: number) =>
    shop.db.update(orders).set({ returnedPieces: pieces, restockedPieces: pieces }).where(eq(orders.id, order._id))

  await expect(restock(sent, 1_001)).rejects.toMatchObject({ cause: { constraint: 'orders_returns_within_sent' } })
  await expect(restock(unsent, 1)).rejects.toMatchObject({ cause: { constraint: 'orders_returns_within_sent' } })
  await expect(
    shop.db
      .update(orders)
      .set({ restockedPieces: sql`${orders.returnedPieces} + 1` })
      .where(eq(orders.id, sent.order._id)),
  ).rejects.toMatchObject({ cause: { constraint: 'orders_restocked_within_returned' } })
})

test('a part of an order that was not sent is refunded without ending it; with all that is left it ends, and its pieces go back', async () => {
  const { buyer, order, part, intentId } = await paidOrder(shop)

  const first = await refundPart(order, 1_000)
  const restocks = await refundPart(order, 1, { restock: 1 })
  const rest = await refundPart(order, 1_500)

  expect(first.json()).toMatchObject({ modifiedCount: 1, order: { refunded: false, refundedTotal: 1_000 } })
  expect(restocks.json().fields).toMatchObject([{ field: 'restock' }])
  expect(rest.json()).toMatchObject({ modifiedCount: 1, order: { refunded: true, refundedTotal: 2_500 } })
  expect(await shop.stockOf(part)).toBe(part.available)
  expect(await refundedAtProcessor(intentId)).toBe(250_000)
  expect((await mailsTo(shop, buyer.email)).filter((kind) => kind === 'order-refunded')).toHaveLength(2)
  await expectBooksToBalance(shop)
})

test('a refund repeated with its key is made once', async () => {
  const { order, intentId } = await shippedOrder()
  const request = {
    method: 'POST' as const,
    url: `/api/order/${order._id}/refund`,
    headers: { authorization: `Bearer ${admin.token}`, 'idempotency-key': randomUUID() },
    payload: { reason: 'Scratched', amount: 100, restock: 10 },
  }

  const answers = await Promise.all([shop.app.inject(request), shop.app.inject(request)])

  expect(answers[0]!.json()).toEqual(answers[1]!.json())
  expect(await refundedAtProcessor(intentId)).toBe(10_000)
  expect((await refundsOfPayment(shop, intentId)).rows).toHaveLength(1)
  await expectBooksToBalance(shop)
})

test('amounts that are no cents, restocking alone, and refunds of what is unpaid or disputed are refused', async () => {
  const { order } = await shippedOrder()
  const disputed = await paidOrder(shop, cards.disputes)
  await tell(shop, disputed.intentId, 'charge.dispute.created')
  const unpaid = await shop.placeOrder(await shop.customer('una'), await shop.addPart())

  const answers = [
    await refundPart(order, 0),
    await refundPart(order, 0.001),
    await refundPart(order, 2_500.01),
    await admin.post(`/order/${order._id}/refund`, { reason: 'Any', restock: 1 }),
    await refundPart(order, 1, { restock: 1.5 }),
  ]
  const states = [await refundPart(disputed.order, 1), await refundPart(unpaid, 1), await refundByAdmin(admin, order)]

  expect(answers.map((answer) => answer.json().fields[0].field)).toEqual(['amount', 'amount', 'amount', 'amount', 'restock'])
  expect(states.map((answer) => answer.json().code)).toEqual(['PAYMENT_DISPUTED', 'ORDER_NOT_PAID', 'ORDER_SHIPPED'])
  expect((await orderRow(shop, order)).refundedCents).toBe(0)
})

test('beside a lost dispute nothing more is refunded than the bank has left (74)', async () => {
  const { order, intentId } = await shippedOrder(cards.disputes)
  await processor.closeDispute(intentId, 'lost')
  await tell(shop, intentId, 'charge.dispute.closed')

  const answer = await refundPart(order, 1)

  expect(answer.json().fields).toEqual([{ field: 'amount', message: 'Nothing is left to refund.' }])
  expect((await refundsSeenBy(admin, order)).disputes).toMatchObject([{ state: 'lost', amount: 2_500, reason: expect.any(String) }])
})

test('a partial refund that the bank sends back is shown as failed, told to admins, and can be repeated (74)', async () => {
  const { order, intentId } = await shippedOrder()
  await refundPart(order, 300)
  await processor.failRefunds(intentId)
  await tell(shop, intentId, 'refund.failed')
  const failed = await refundsSeenBy(admin, order)

  const again = await refundPart(order, 300)

  expect(failed).toMatchObject({ refunds: [{ state: 'failed', amount: 300 }], left: 2_500 })
  const [first] = (await refundsOfPayment(shop, intentId)).rows
  expect(await toldOfRefund(shop, first!.id, 'refund-failed')).toEqual([admin.email])
  expect(again.json()).toMatchObject({ modifiedCount: 1, order: { refundedTotal: 300 } })
})
