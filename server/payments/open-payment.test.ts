import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { intentsOf, openPaymentOf, orderRow, payByCard, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'
import type { PaymentProvider } from './provider.ts'

const shop = await openShop()
afterEach(() => shop.processor.behave())

const fifty = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 50 }, work))

test('fifty concurrent requests open one payment and return the same secret (16)', async () => {
  const { buyer, order } = await unpaidOrder(shop)

  const secrets = await fifty(() => openPaymentOf(buyer, order))

  expect(new Set(secrets).size).toBe(1)
  expect(await intentsOf(shop, order)).toHaveLength(1)
  expect(await orderRow(shop, order)).toMatchObject({ paymentIntent: intentIdOf(secrets[0]!), paymentAttempt: 1 })
})

test("the amount is the order's and the id is long enough to be shortened", async () => {
  const { buyer, order } = await unpaidOrder(shop, 3_000)

  const secret = await openPaymentOf(buyer, order)

  expect(await intentsOf(shop, order)).toMatchObject([{ amountCents: 750_000, currency: 'usd' }])
  expect(intentIdOf(secret)).toMatch(/^pi_[A-Za-z0-9]{24}$/)
})

test('a total other than the current one is refused with the current figures', async () => {
  const { buyer, order } = await unpaidOrder(shop)

  for (const totalPrice of [0.01, order.totalPrice + 1, 0]) {
    const answer = await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice })

    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'TOTAL_CHANGED',
      current: { price: 2.5, totalPrice: 2_500, orderQuantity: 1_000 },
    })
  }
  expect(await intentsOf(shop, order)).toEqual([])
})

test('the total alone is enough for the only unpaid order of that total', async () => {
  const { buyer, order } = await unpaidOrder(shop)

  const answer = await buyer.post('/create-payment-intent', { totalPrice: order.totalPrice })

  expect(intentIdOf(answer.json().clientSecret)).toBe((await orderRow(shop, order)).paymentIntent)
})

test('the total alone is ambiguous for two orders, and for none', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  await shop.placeOrder(buyer, await shop.addPart())

  for (const totalPrice of [order.totalPrice, 77, 0.001]) {
    const answer = await buyer.post('/create-payment-intent', { totalPrice })

    expect(answer.statusCode).toBe(409)
    expect(answer.json().code).toBe('ORDER_AMBIGUOUS')
  }
})

test("another customer's order is not found, not even by an admin", async () => {
  const { order } = await unpaidOrder(shop)

  for (const other of [await shop.customer(), await shop.admin()]) {
    const answer = await other.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })
    expect(answer.statusCode).toBe(404)
  }
})

test('a paid order cannot be paid again, even before the shop has learned of the payment (16)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const request = { orderId: order._id, totalPrice: order.totalPrice }
  const secret = await openPaymentOf(buyer, order)
  await payByCard(shop, secret)

  const unheard = await buyer.post('/create-payment-intent', request)
  await reportPaid(buyer, order, intentIdOf(secret))
  const heard = await buyer.post('/create-payment-intent', request)

  expect(unheard.json().code).toBe('ORDER_ALREADY_PAID')
  expect(heard.json().code).toBe('ORDER_ALREADY_PAID')
  expect(await intentsOf(shop, order)).toHaveLength(1)
})

test('a cancelled order can no longer be paid', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  await buyer.delete(`/order/${order._id}`)

  const answer = await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })

  expect(answer.json().code).toBe('ORDER_NOT_PAYABLE')
})

test('a payment that was canceled at the provider is replaced by one new payment', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const before = await openPaymentOf(buyer, order)
  await shop.services.payments.cancelIntent(intentIdOf(before))

  const secrets = await fifty(() => openPaymentOf(buyer, order))

  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).not.toBe(before)
  expect(await intentsOf(shop, order)).toHaveLength(2)
})

test('a permanently failed opening at the provider is followed by the next attempt (17)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  shop.processor.faults.brokenAttempt = 1

  await openPaymentOf(buyer, order)

  expect(await orderRow(shop, order)).toMatchObject({ paymentAttempt: 2 })
  expect(await intentsOf(shop, order)).toHaveLength(1)
})

test('while the provider is down the answer is 503 with Retry-After, and the order stays as it was (29)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  shop.processor.faults.unavailable = 'refuse'

  const answer = await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })

  expect(answer.statusCode).toBe(503)
  expect(answer.json().code).toBe('PAYMENT_UNAVAILABLE')
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(await orderRow(shop, order)).toMatchObject({ state: 'unpaid', paymentIntent: null, paymentAttempt: 1 })
})

test("when the provider's answer is lost, a repeated request finds the payment that was opened (17)", async () => {
  const { buyer, order } = await unpaidOrder(shop)
  shop.processor.faults.unavailable = 'lose_answer'
  const lost = await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })
  shop.processor.faults.unavailable = false

  const secret = await openPaymentOf(buyer, order)

  expect(lost.statusCode).toBe(503)
  expect(await intentsOf(shop, order)).toMatchObject([{ id: intentIdOf(secret) }])
})

test('an order that is cancelled while its payment is being opened is not payable', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const real = shop.services.payments
  const cancelMeanwhile = async () => {
    shop.services.payments = real
    await buyer.delete(`/order/${order._id}`)
  }
  shop.services.payments = {
    ...real,
    openIntent: async (request) => {
      const intent = await real.openIntent(request)
      await cancelMeanwhile()
      return intent
    },
  }

  const answer = await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })

  expect(answer.json().code).toBe('ORDER_NOT_PAYABLE')
  expect((await orderRow(shop, order)).state).toBe('cancelled')
  expect(await intentsOf(shop, order)).toMatchObject([{ status: 'canceled' }])
})

test('no transaction is open during a request to the provider (29)', async () => {
  const real = shop.services.payments
  const open: unknown[] = []
  const watched =
    <A extends unknown[], R>(ask: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const { rows } = await shop.db.execute(
        sql`select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      )
      open.push(...rows)
      return ask(...args)
    }
  shop.services.payments = {
    ...real,
    openIntent: watched(real.openIntent),
    findIntent: watched(real.findIntent),
    cancelIntent: watched(real.cancelIntent),
    refundIntent: watched(real.refundIntent),
  } satisfies PaymentProvider

  const { buyer, order } = await unpaidOrder(shop)
  await payByCard(shop, await openPaymentOf(buyer, order))
  await buyer.delete(`/order/${order._id}`)
  const another = await unpaidOrder(shop)
  await openPaymentOf(another.buyer, another.order)
  await another.buyer.delete(`/order/${another.order._id}`)
  shop.services.payments = real

  expect((await orderRow(shop, order)).state).toBe('paid')
  expect((await orderRow(shop, another.order)).state).toBe('cancelled')
  expect(open).toEqual([])
})
