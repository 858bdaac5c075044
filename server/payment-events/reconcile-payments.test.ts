import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { orders } from '#database/tables/orders.ts'
import { shopJobs } from '#server/jobs.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'
import {
  cards,
  expectBooksToBalance,
  intentsOf,
  mailsAbout,
  openPaymentOf,
  orderRow,
  payByCard,
  refundsOf,
  unpaidOrder,
} from '#tests/support/shops/payments.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const shop = await openShop()
afterEach(() => shop.processor.behave())

test('an order whose messages were all lost becomes paid (22)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  shop.processor.faults.loseEvents = true
  await payByCard(shop, await openPaymentOf(buyer, order))
  await shop.processor.deliverEvents('http://127.0.0.1:9/never-asked')
  expect(await shop.processor.undelivered()).toBe(0)

  await reconcilePayments(shop.services)

  expect((await orderRow(shop, order)).state).toBe('paid')
})

test('reconciling repeatedly and concurrently changes nothing more', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  await payByCard(shop, await openPaymentOf(buyer, order))

  await Promise.all([reconcilePayments(shop.services), reconcilePayments(shop.services)])
  const before = await orderRow(shop, order)
  await reconcilePayments(shop.services)

  expect(before.state).toBe('paid')
  expect(await orderRow(shop, order)).toEqual(before)
  expect(await mailsAbout(shop, order)).toEqual(['order-paid', 'order-placed'])
})

test('a shop that died between opening a payment and recording it finds it (17)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  shop.processor.faults.unavailable = 'lose_answer'
  await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })
  shop.processor.faults.unavailable = false
  expect((await orderRow(shop, order)).paymentIntent).toBeNull()

  await reconcilePayments(shop.services)

  const [intent, ...more] = await intentsOf(shop, order)
  expect(more).toEqual([])
  expect(await orderRow(shop, order)).toMatchObject({ state: 'unpaid', paymentIntent: intent?.id })
})

test('an interrupted cancellation is finished, and the pieces go back into stock (25)', async () => {
  const { buyer, order, part } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)
  await shop.db.update(orders).set({ state: 'cancelling' }).where(eq(orders.id, order._id))

  await reconcilePayments(shop.services)

  expect((await orderRow(shop, order)).state).toBe('cancelled')
  expect(await shop.stockOf(part)).toBe(part.available)
  expect(await intentsOf(shop, order)).toMatchObject([{ id: intentIdOf(secret), status: 'canceled' }])
})

test('an interrupted cancellation with an unrecorded payment ends that payment first', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  shop.processor.faults.unavailable = 'lose_answer'
  await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })
  shop.processor.faults.unavailable = 'refuse'
  const cancelled = await buyer.delete(`/order/${order._id}`)
  shop.processor.faults.unavailable = false
  expect(cancelled.json()).toEqual({ deletedCount: 0 })

  await reconcilePayments(shop.services)

  expect((await orderRow(shop, order)).state).toBe('cancelled')
  expect(await intentsOf(shop, order)).toMatchObject([{ status: 'canceled' }])
  await expectBooksToBalance(shop)
})

test('money that arrives after the cancellation is refunded once (26)', async () => {
  const { buyer, order, part } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)
  shop.processor.faults.succeedAfterCancel = true
  const cancelled = await buyer.delete(`/order/${order._id}`)

  await reconcilePayments(shop.services)
  const [refund] = await refundsOf(shop, order)
  await reconcilePayments(shop.services)

  expect(cancelled.json()).toEqual({ deletedCount: 1 })
  expect(refund).toMatchObject({ paymentIntent: intentIdOf(secret), amountCents: 250_000, doneAt: expect.any(Date) })
  expect(await refundsOf(shop, order)).toEqual([refund])
  expect((await orderRow(shop, order)).state).toBe('cancelled')
  expect(await shop.stockOf(part)).toBe(part.available)
  expect(await intentsOf(shop, order)).toMatchObject([{ status: 'succeeded', refundedAt: expect.any(Date) }])
})

test('one failing order does not keep the others from being settled', async () => {
  const failing = await unpaidOrder(shop)
  const failingSecret = await openPaymentOf(failing.buyer, failing.order)
  const fine = await unpaidOrder(shop)
  await payByCard(shop, await openPaymentOf(fine.buyer, fine.order))
  const real = shop.services.payments
  const failingId = intentIdOf(failingSecret)
  shop.services.payments = {
    ...real,
    findIntent: (id) => (id === failingId ? Promise.reject(new Error('a bug')) : real.findIntent(id)),
  }

  const result = await reconcilePayments(shop.services)
  shop.services.payments = real

  expect(result.failures).toBe(1)
  expect((await orderRow(shop, fine.order)).state).toBe('paid')
  expect((await orderRow(shop, failing.order)).state).toBe('unpaid')
})

test('while the provider is down nothing changes, and afterwards everything is settled (29)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  await payByCard(shop, await openPaymentOf(buyer, order))
  shop.processor.faults.unavailable = 'refuse'

  await reconcilePayments(shop.services)
  const down = (await orderRow(shop, order)).state
  shop.processor.faults.unavailable = false
  await reconcilePayments(shop.services)

  expect(down).toBe('unpaid')
  expect((await orderRow(shop, order)).state).toBe('paid')
})

test('a slow card pays once its bank has answered', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const answer = await payByCard(shop, await openPaymentOf(buyer, order), cards.slow)
  expect(answer.status).toBe('processing')

  await expect
    .poll(async () => {
      await reconcilePayments(shop.services)
      return (await orderRow(shop, order)).state
    })
    .toBe('paid')
})

test('a payment that is being processed cannot be cancelled away (25)', async () => {
  const { buyer, order, part } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)
  await payByCard(shop, secret)
  await shop.processor.keepProcessing(intentIdOf(secret))

  const cancelled = await buyer.delete(`/order/${order._id}`)
  expect(cancelled.json()).toEqual({ deletedCount: 0 })
  expect(await orderRow(shop, order)).toMatchObject({ state: 'cancelling' })
  await shop.processor.decide(intentIdOf(secret))
  // The processor skips a payment while it is locked; the next run takes it.
  const nextRun = async () => {
    await reconcilePayments(shop.services)
    return (await orderRow(shop, order)).state
  }

  await expect.poll(nextRun).toBe('paid')
  expect(await shop.stockOf(part)).toBe(part.available - 1_000)
})

/** Copies of an order, placed three days ago, each with an open payment that the provider does not know. */
const copyAsOlder = ({ db }: TestShop, { _id }: { _id: string }, copies: number) =>
  db.execute(sql`
    with held as (
      insert into holds (user_id, part_id, quantity, unit_price, state, expires_at)
      select user_id, part_id, quantity, unit_price, 'ordered', now() from orders, generate_series(1, ${copies}::int) where id = ${_id}
      returning id
    )
    insert into orders (hold_id, user_id, part_id, part_name, img, email, display_name, phone, address, quantity, unit_price,
      total_cents, payment_attempt, payment_intent, placed_at)
    select held.id, user_id, part_id, part_name, img, email, display_name, phone, address, quantity, unit_price,
      total_cents, 1, 'pi_' || held.id, now() - interval '3 days'
    from orders, held where orders.id = ${_id}`)

test('with many older orders the shop asks about a part at each run, and about the newest first (18) (22)', async () => {
  const crowded = await openShop()
  const { buyer, order } = await unpaidOrder(crowded)
  await copyAsOlder(crowded, order, 250)
  const asked: string[] = []
  const real = crowded.services.payments
  let mayAnswer: Promise<void> | undefined
  const findIntent = async (intentId: string) => {
    asked.push(intentId)
    await mayAnswer
    return real.findIntent(intentId)
  }
  const jobs = shopJobs({ ...crowded.services, payments: { ...real, findIntent } })
  const nextRun = async () => {
    asked.length = 0
    await jobs.find(({ name }) => name === 'payments')!.run()
    return asked.length
  }

  const first = await nextRun()
  const intentId = intentIdOf(await openPaymentOf(buyer, order))
  const { promise, resolve } = Promise.withResolvers<void>()
  mayAnswer = promise
  const second = nextRun()
  // Eight are asked about at once, in any order among them.
  await expect.poll(() => asked.length).toBe(8)
  const newest = [...asked]
  resolve()

  expect([first, await second]).toEqual([250, 201])
  expect(newest).toContain(intentId)
})
