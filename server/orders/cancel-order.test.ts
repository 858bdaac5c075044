import { and, eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { stockMoves } from '#database/tables/parts.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import {
  expectBooksToBalance,
  mailsAbout,
  openPaymentOf,
  orderRow,
  payByCard,
  refundsOf,
  reportPaid,
  unpaidOrder,
} from '#tests/support/shops/payments.ts'

const shop = await openShop()
afterEach(() => shop.processor.behave())

test('cancelling an unpaid order gives its pieces back and tells the customer', async () => {
  const { buyer, order, part } = await unpaidOrder(shop)

  const answer = await buyer.delete(`/order/${order._id}`)

  expect(answer.json()).toEqual({ deletedCount: 1 })
  expect(await shop.stockOf(part)).toBe(part.available)
  expect((await buyer.get(`/order?customer=${buyer.email}`)).json()).toEqual([])
  expect(await mailsAbout(shop, order)).toEqual(['order-cancelled', 'order-placed'])
})

test('the ledger names the hold that the pieces came from', async () => {
  const { buyer, order, part } = await unpaidOrder(shop)
  const { holdId } = await orderRow(shop, order)

  await buyer.delete(`/order/${order._id}`)

  const moves = await shop.db
    .select()
    .from(stockMoves)
    .where(and(eq(stockMoves.partId, part._id), eq(stockMoves.kind, 'cancel')))
  expect(moves).toMatchObject([{ ref: holdId, delta: 1_000 }])
})

test('twenty cancellations at once give the pieces back once (25)', async () => {
  const { buyer, order, part } = await unpaidOrder(shop)
  await openPaymentOf(buyer, order)

  const answers = await Promise.all(Array.from({ length: 20 }, () => buyer.delete(`/order/${order._id}`)))

  expect(answers.reduce((sum, answer) => sum + answer.json().deletedCount, 0)).toBe(1)
  expect(await shop.stockOf(part)).toBe(part.available)
  await expectBooksToBalance(shop)
})

test('an admin may cancel any unpaid order; for anybody else a foreign order is not found', async () => {
  const { order, part } = await unpaidOrder(shop)

  const stranger = await (await shop.customer()).delete(`/order/${order._id}`)
  const admin = await (await shop.admin()).delete(`/order/${order._id}`)

  expect(stranger.statusCode).toBe(404)
  expect(admin.json()).toEqual({ deletedCount: 1 })
  expect(await shop.stockOf(part)).toBe(part.available)
})

test('cancelling ends the open payment, so that it cannot be paid any more (25)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)

  await buyer.delete(`/order/${order._id}`)
  const payment = await payByCard(shop, secret)

  expect(payment.status).toBe('canceled')
  expect((await orderRow(shop, order)).state).toBe('cancelled')
})

test('a paid and a shipped order cannot be cancelled', async () => {
  const { buyer, order, part } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)
  await payByCard(shop, secret)
  await reportPaid(buyer, order, intentIdOf(secret))

  const paid = await buyer.delete(`/order/${order._id}`)
  const admin = await shop.admin()
  await admin.put(`/orderShipped/${order._id}`)
  const shipped = await admin.delete(`/order/${order._id}`)

  expect([paid.json(), shipped.json()]).toEqual([{ deletedCount: 0 }, { deletedCount: 0 }])
  expect(await shop.stockOf(part)).toBe(part.available - 1_000)
})

test('a payment that went through unheard of wins over the cancellation (25)', async () => {
  const { buyer, order, part } = await unpaidOrder(shop)
  await payByCard(shop, await openPaymentOf(buyer, order))

  const answer = await buyer.delete(`/order/${order._id}`)

  expect(answer.json()).toEqual({ deletedCount: 0 })
  expect((await orderRow(shop, order)).state).toBe('paid')
  expect(await refundsOf(shop, order)).toEqual([])
  expect(await shop.stockOf(part)).toBe(part.available - 1_000)
})

test('the pieces of a part that was removed meanwhile are still accounted for', async () => {
  const { buyer, order, part } = await unpaidOrder(shop)
  await (await shop.admin()).delete(`/parts/${part._id}`)

  const answer = await buyer.delete(`/order/${order._id}`)

  expect(answer.json()).toEqual({ deletedCount: 1 })
  expect(await shop.stockOf(part)).toBe(part.available)
  await expectBooksToBalance(shop)
})

test('while the provider is down the order is neither cancelled nor payable, and its pieces stay taken (29)', async () => {
  const { buyer, order, part } = await unpaidOrder(shop)
  await openPaymentOf(buyer, order)
  shop.processor.faults.unavailable = 'refuse'

  const cancelled = await buyer.delete(`/order/${order._id}`)
  shop.processor.faults.unavailable = false
  const payment = await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })
  const stock = await shop.stockOf(part)
  const again = await buyer.delete(`/order/${order._id}`)

  expect(cancelled.json()).toEqual({ deletedCount: 0 })
  expect(payment.json().code).toBe('ORDER_NOT_PAYABLE')
  expect(stock).toBe(part.available - 1_000)
  expect(again.json()).toEqual({ deletedCount: 1 })
  expect(await shop.stockOf(part)).toBe(part.available)
})
