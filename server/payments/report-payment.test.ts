import { afterEach, expect, test } from 'vitest'
import { intentIdOf } from '#contract/payments/sandbox.ts'
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
import type { Intent } from './provider.ts'
import { reconcilePayments } from '../payment-events/reconcile-payments.ts'
import { settlePayment } from './settle-payment.ts'

const shop = await openShop()
afterEach(() => shop.processor.behave())

/** An unpaid order with an open payment. */
async function openedPayment() {
  const { buyer, order, part } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)
  return { buyer, order, part, secret, intentId: intentIdOf(secret) }
}

test('a succeeded payment makes the order paid, with its transaction id and one mail', async () => {
  const { buyer, order, secret, intentId } = await openedPayment()
  await payByCard(shop, secret)

  const answer = await reportPaid(buyer, order, intentId)

  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ modifiedCount: 1, order: { paid: true, shipped: false, transactionId: intentId } })
  expect(await orderRow(shop, order)).toMatchObject({ state: 'paid', transactionId: intentId })
  expect(await mailsAbout(shop, order)).toEqual(['order-paid', 'order-placed'])
})

test('reporting twice, and twenty times concurrently, is harmless', async () => {
  const { buyer, order, secret, intentId } = await openedPayment()
  await payByCard(shop, secret)

  const answers = await Promise.all(Array.from({ length: 20 }, () => reportPaid(buyer, order, intentId)))
  const again = await reportPaid(buyer, order, intentId)

  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
  expect(answers.reduce((sum, answer) => sum + answer.json().modifiedCount, 0)).toBe(1)
  expect(again.json()).toMatchObject({ modifiedCount: 0, order: { paid: true } })
  expect(await mailsAbout(shop, order)).toEqual(['order-paid', 'order-placed'])
})

test('confirming a payment twice takes the money once (16)', async () => {
  const { order, secret } = await openedPayment()

  const [first, second] = await Promise.all([payByCard(shop, secret), payByCard(shop, secret)])

  expect([first?.status, second?.status]).toEqual(['succeeded', 'succeeded'])
  await reconcilePayments(shop.services)
  expect((await orderRow(shop, order)).state).toBe('paid')
  await expectBooksToBalance(shop)
})

test("transaction ids other than that of this order's payment are refused and leave the order unpaid (19)", async () => {
  const { buyer, order, intentId } = await openedPayment()
  const paidElsewhere = await openedPayment()
  await payByCard(shop, paidElsewhere.secret)
  const canceled = await openedPayment()
  await shop.services.payments.cancelIntent(canceled.intentId)

  const forged = {
    'an invented one': 'pi_ABCDEFGHIJKLMNOPQRSTUVWX',
    'free text': 'paid, I promise',
    'of another order, which is paid': paidElsewhere.intentId,
    'of another order, which is canceled': canceled.intentId,
    'with a different case': intentId.toUpperCase(),
    'with white space': ` ${intentId}`,
  }
  for (const [what, transactionId] of Object.entries(forged)) {
    const answer = await reportPaid(buyer, order, transactionId)
    expect(answer.json().code, what).toBe('PAYMENT_NOT_FOUND')
    expect(answer.statusCode, what).toBe(409)
  }

  const unpaid = await reportPaid(buyer, order, intentId)
  expect(unpaid.statusCode).toBe(402)
  expect(unpaid.json().code).toBe('PAYMENT_NOT_COMPLETED')
  const other = await reportPaid(await shop.customer(), order, intentId)
  expect(other.statusCode).toBe(404)
  expect(await orderRow(shop, order)).toMatchObject({ state: 'unpaid', transactionId: null })
})

test.each<[string, Partial<Intent>]>([
  ['a smaller amount', { amount: 1 as Intent['amount'] }],
  ['a larger amount', { amount: 250_001 as Intent['amount'] }],
  ['another currency', { currency: 'jpy' }],
])('money of %s does not pay for the order and is refunded once (27)', async (_what, lie) => {
  const { buyer, order, secret, intentId } = await openedPayment()
  await payByCard(shop, secret)
  shop.processor.faults.lie = lie

  const answer = await reportPaid(buyer, order, intentId)
  shop.processor.faults.lie = {}
  await settlePayment(shop.services, intentId)
  await reconcilePayments(shop.services)

  expect(answer.statusCode).toBe(402)
  expect(await orderRow(shop, order)).toMatchObject({ state: 'unpaid', transactionId: null })
  expect(await refundsOf(shop, order)).toMatchObject([{ paymentIntent: intentId, doneAt: expect.any(Date) }])
  await expectBooksToBalance(shop)
})

test('after a refund the order can be paid with a new payment (27)', async () => {
  const { buyer, order, secret } = await openedPayment()
  shop.processor.faults.lie = { currency: 'jpy' }
  await payByCard(shop, secret)
  await reconcilePayments(shop.services)
  shop.processor.faults.lie = {}

  const second = await openPaymentOf(buyer, order)
  await payByCard(shop, second)
  const answer = await reportPaid(buyer, order, intentIdOf(second))

  expect(second).not.toBe(secret)
  expect(answer.json()).toMatchObject({ modifiedCount: 1, order: { paid: true } })
  await expectBooksToBalance(shop)
})

test('a payment that the provider has for another order pays for neither (19)', async () => {
  const one = await openedPayment()
  const other = await openedPayment()
  await payByCard(shop, one.secret)
  shop.processor.faults.lie = { orderId: other.order._id }

  const answer = await reportPaid(one.buyer, one.order, one.intentId)

  expect(answer.statusCode).toBe(402)
  expect((await orderRow(shop, one.order)).state).toBe('unpaid')
  expect((await orderRow(shop, other.order)).state).toBe('unpaid')
})

test('money for an order of another shop is not touched', async () => {
  const { order, secret, intentId } = await openedPayment()
  await payByCard(shop, secret)

  for (const orderId of ['', 'someone-elses', '00000000-0000-4000-8000-000000000000']) {
    shop.processor.faults.lie = { orderId }
    expect(await settlePayment(shop.services, intentId)).toBe('unknown')
  }
  expect(await refundsOf(shop, order)).toEqual([])
})

test('while the provider is down a report is answered with 503 and can be repeated (29)', async () => {
  const { buyer, order, secret, intentId } = await openedPayment()
  await payByCard(shop, secret)
  shop.processor.faults.unavailable = 'refuse'

  const down = await reportPaid(buyer, order, intentId)
  shop.processor.faults.unavailable = false
  const up = await reportPaid(buyer, order, intentId)

  expect(down.statusCode).toBe(503)
  expect(up.json()).toMatchObject({ modifiedCount: 1, order: { paid: true } })
})
