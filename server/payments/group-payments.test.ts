import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import type { Cents } from '#contract/basics/money.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { returnedPayments } from '#database/tables/payments.ts'
import { transaction } from '#database/transaction.ts'
import { expireUnpaidOrders } from '#server/orders/expire-unpaid-orders.ts'
import { untilWaiting } from '#tests/support/database/lock-waits.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { groupNow, groupRow, openPaymentOfGroup, statesOf, unpaidGroup } from '#tests/support/shops/order-groups.ts'
import {
  expectBooksToBalance,
  intentsOf,
  mailsAbout,
  orderRow,
  payByCard,
  reportPaid,
  toldOfRefund,
} from '#tests/support/shops/payments.ts'
import { handlePaymentEvents, receivePaymentEvent } from '../payment-events/payment-inbox.ts'
import { reconcilePayments } from '../payment-events/reconcile-payments.ts'
import { settlePayment } from './settle-payment.ts'
import { signWebhook } from './webhook-signature.ts'
import { placedEarlier } from '#tests/support/shops/placed-earlier.ts'

const shop = await openShop()
afterEach(() => shop.processor.behave())

const fifty = <T>(work: (index: number) => Promise<T>) => Promise.all(Array.from({ length: 50 }, (_, index) => work(index)))
const intentsFor = ({ groupId }: OrderGroup) => intentsOf(shop, { _id: groupId })
const refundsFor = async ({ orders: [first] }: OrderGroup) =>
  shop.db.select().from(returnedPayments).where(eq(returnedPayments.orderId, first!._id))
const cancel = async (buyer: Customer, { orders: placed }: OrderGroup, index: number): Promise<number> =>
  (await buyer.delete(`/order/${placed[index]!._id}`)).json().deletedCount

async function deliver(intentId: string, id: string): Promise<void> {
  const body = Buffer.from(shop.processor.message(intentId, 'payment_intent.succeeded', id))
  await receivePaymentEvent(shop.services, body, signWebhook(body, shop.processor.webhookSecret))
}

test('any order of a group opens the one payment of the group, over the sum of all orders', async () => {
  const { buyer, group } = await unpaidGroup(shop)

  const secrets = await fifty((index) => openPaymentOfGroup(buyer, group, group.orders[index % 3]))

  expect(new Set(secrets).size).toBe(1)
  expect(await intentsFor(group)).toMatchObject([{ amountCents: 600_000, currency: 'usd' }])
  expect(await groupRow(shop, group)).toMatchObject({ paymentIntent: intentIdOf(secrets[0]!), paymentAttempt: 1 })
})

test('a total other than the sum of the group is refused with the sum, also the total of one order', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  const [first] = group.orders

  for (const totalPrice of [first!.totalPrice, 5_999.99, 0]) {
    const answer = await buyer.post('/create-payment-intent', { orderId: first!._id, totalPrice })
    expect(answer.json()).toMatchObject({ code: 'TOTAL_CHANGED', currentTotal: 6_000 })
  }
  expect(await intentsFor(group)).toEqual([])
})

test("the total alone finds a group by its sum, and never an order of it by the order's price", async () => {
  const { buyer, group } = await unpaidGroup(shop)

  const bySum = await buyer.post('/create-payment-intent', { totalPrice: 6_000 })
  const byPart = await buyer.post('/create-payment-intent', { totalPrice: 1_000 })
  await shop.placeOrder(buyer, await shop.addPart({ price: 6 }))
  const another = await buyer.post('/create-payment-intent', { totalPrice: 6_000 })

  expect(bySum.json().clientSecret).toBe(await openPaymentOfGroup(buyer, group))
  expect([byPart.json().code, another.json().code]).toEqual(['ORDER_AMBIGUOUS', 'ORDER_AMBIGUOUS'])
})

test('another account cannot open the payment of a group', async () => {
  const { group } = await unpaidGroup(shop)

  for (const other of [await shop.customer(), await shop.admin()]) {
    const answer = await other.post('/create-payment-intent', { orderId: group.orders[0]!._id, totalPrice: group.totalPrice })
    expect(answer.statusCode).toBe(404)
  }
})

test('reporting the payment of one order makes the whole group paid, with one mail', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  const intentId = intentIdOf(await payAll(buyer, group))

  const answer = await reportPaid(buyer, group.orders[1]!, intentId)
  const again = await reportPaid(buyer, group.orders[2]!, intentId)

  expect(answer.json()).toMatchObject({ modifiedCount: 1, order: { _id: group.orders[1]!._id, paid: true, transactionId: intentId } })
  expect(again.json()).toMatchObject({ modifiedCount: 0, order: { paid: true, transactionId: intentId } })
  expect(await groupNow(buyer, group)).toMatchObject({ paid: true, transactionId: intentId, totalPrice: 6_000 })
  expect(await statesOf(shop, group)).toEqual(['paid', 'paid', 'paid'])
  expect(await mailsAbout(shop, { _id: group.groupId })).toEqual(['order-paid', 'order-placed'])
  expect(await mailsAbout(shop, group.orders[0]!)).toEqual([])
  await expectBooksToBalance(shop)
})

async function payAll(buyer: Customer, group: OrderGroup): Promise<string> {
  const secret = await openPaymentOfGroup(buyer, group)
  await payByCard(shop, secret)
  return secret
}

test('an unknown payment, an open one and that of another group are no proof (19)', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  const open = intentIdOf(await openPaymentOfGroup(buyer, group))
  const other = await unpaidGroup(shop)
  const foreign = intentIdOf(await payAll(other.buyer, other.group))

  const answers = await Promise.all(['pi_invented', foreign, open].map((id) => reportPaid(buyer, group.orders[0]!, id)))

  expect(answers.map((answer) => answer.json().code)).toEqual(['PAYMENT_NOT_FOUND', 'PAYMENT_NOT_FOUND', 'PAYMENT_NOT_COMPLETED'])
  expect(await statesOf(shop, group)).toEqual(['unpaid', 'unpaid', 'unpaid'])
  await reconcilePayments(shop.services)
  expect(await statesOf(shop, other.group)).toEqual(['paid', 'paid', 'paid'])
})

test('a hundred concurrent messages of one payment, and reports of the browser, make a group paid once (20)', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  const intentId = intentIdOf(await payAll(buyer, group))

  await Promise.all([
    ...Array.from({ length: 100 }, (_, index) => deliver(intentId, `evt_group_${index % 3}`)),
    ...group.orders.map((order) => reportPaid(buyer, order, intentId)),
  ])
  await Promise.all([handlePaymentEvents(shop.services), handlePaymentEvents(shop.services)])

  expect(await statesOf(shop, group)).toEqual(['paid', 'paid', 'paid'])
  expect(await refundsFor(group)).toEqual([])
  expect(await mailsAbout(shop, { _id: group.groupId })).toEqual(['order-paid', 'order-placed'])
  await expectBooksToBalance(shop)
})

test('a group whose messages were all lost becomes paid by the reconciler (22)', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  await payAll(buyer, group)

  await Promise.all([reconcilePayments(shop.services), reconcilePayments(shop.services)])

  expect(await statesOf(shop, group)).toEqual(['paid', 'paid', 'paid'])
})

test('a payment that was opened and not recorded is found by the reconciler (17)', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  shop.processor.faults.unavailable = 'lose_answer'
  const lost = await buyer.post('/create-payment-intent', { orderId: group.orders[0]!._id, totalPrice: group.totalPrice })
  shop.processor.faults.unavailable = false

  await reconcilePayments(shop.services)

  const [intent, ...more] = await intentsFor(group)
  expect(lost.statusCode).toBe(503)
  expect(more).toEqual([])
  expect(await groupRow(shop, group)).toMatchObject({ paymentAttempt: 1, paymentIntent: intent!.id })
})

test('a permanently failed opening at the provider is followed by the next attempt (17)', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  shop.processor.faults.brokenAttempt = 1

  await openPaymentOfGroup(buyer, group)

  expect(await groupRow(shop, group)).toMatchObject({ paymentAttempt: 2 })
  expect(await intentsFor(group)).toHaveLength(1)
})

test('a paid group cannot be paid again, even before the shop has learned of the payment', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  await payAll(buyer, group)
  const request = { orderId: group.orders[2]!._id, totalPrice: group.totalPrice }

  const [unheard, heard] = [await buyer.post('/create-payment-intent', request), await buyer.post('/create-payment-intent', request)]

  expect([unheard.json().code, heard.json().code]).toEqual(['ORDER_ALREADY_PAID', 'ORDER_ALREADY_PAID'])
  expect(await intentsFor(group)).toHaveLength(1)
})

test.each([
  ['a smaller amount', { amount: 1 as Cents }, '$0.01 arrived instead of $6,000.00.'],
  ['another currency', { currency: 'jpy' }, '600000 in the smallest unit of JPY arrived instead of $6,000.00.'],
])('%s pays for no order of a group and is refunded (27)', async (_, lie, reason) => {
  const { buyer, group } = await unpaidGroup(shop)
  const admin = await shop.admin()
  const intentId = intentIdOf(await payAll(buyer, group))
  Object.assign(shop.processor.faults, { lie })

  const settlements = [await settlePayment(shop.services, intentId), await settlePayment(shop.services, intentId)]

  expect(settlements).toEqual(['refunded', 'refunded'])
  expect(await statesOf(shop, group)).toEqual(['unpaid', 'unpaid', 'unpaid'])
  expect(await refundsFor(group)).toMatchObject([{ paymentIntent: intentId, reason }])
  expect(await toldOfRefund(shop, intentId)).toContain(admin.email)
})

test('an order of a group without a payment is cancelled immediately, and the sum due falls by its price', async () => {
  const { buyer, group, parts } = await unpaidGroup(shop)

  const deletedCount = await cancel(buyer, group, 1)

  expect(deletedCount).toBe(1)
  expect(await shop.stockOf(parts[1]!)).toBe(parts[1]!.available)
  expect(await groupNow(buyer, group)).toMatchObject({ totalPrice: 4_000, orders: [{ name: parts[0]!.name }, { name: parts[2]!.name }] })
  expect(await mailsAbout(shop, group.orders[1]!)).toEqual(['order-cancelled'])
  await payAll(buyer, await groupNow(buyer, group))
  await reconcilePayments(shop.services)
  expect(await statesOf(shop, group)).toEqual(['paid', 'cancelled', 'paid'])
  expect(await intentsFor(group)).toMatchObject([{ amountCents: 400_000 }])
  await expectBooksToBalance(shop)
})

test('cancelling one order ends the payment of the group, and the next one is for the smaller sum (25)', async () => {
  const { buyer, group, parts } = await unpaidGroup(shop)
  const before = await openPaymentOfGroup(buyer, group)

  const deletedCount = await cancel(buyer, group, 0)
  const late = await payByCard(shop, before)
  const rest = await groupNow(buyer, group)
  const stale = await buyer.post('/create-payment-intent', { orderId: group.orders[1]!._id, totalPrice: group.totalPrice })
  await payAll(buyer, rest)
  await reconcilePayments(shop.services)

  expect([deletedCount, late.status]).toEqual([1, 'canceled'])
  expect(await shop.stockOf(parts[0]!)).toBe(parts[0]!.available)
  expect(stale.json()).toMatchObject({ code: 'TOTAL_CHANGED', currentTotal: 5_000 })
  expect((await intentsFor(group)).map(({ amountCents, status }) => [amountCents, status]).toSorted()).toEqual([
    [500_000, 'succeeded'],
    [600_000, 'canceled'],
  ])
  expect(await statesOf(shop, group)).toEqual(['cancelled', 'paid', 'paid'])
  expect(await groupNow(buyer, group)).toMatchObject({ paid: true, totalPrice: 5_000 })
  await expectBooksToBalance(shop)
})

test('a separately cancelled order is not payable, the others of its group are', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  await cancel(buyer, group, 0)

  const answer = await buyer.post('/create-payment-intent', { orderId: group.orders[0]!._id, totalPrice: 5_000 })

  expect(answer.json().code).toBe('ORDER_NOT_PAYABLE')
  await openPaymentOfGroup(buyer, await groupNow(buyer, group))
})

test('cancelling the last order ends the group: it is not found any more, and cannot be paid', async () => {
  const { buyer, group, parts } = await unpaidGroup(shop, 2)
  const secret = await openPaymentOfGroup(buyer, group)

  await cancel(buyer, group, 0)
  await cancel(buyer, group, 1)

  expect((await payByCard(shop, secret)).status).toBe('canceled')
  expect((await buyer.get(`/order-groups/${group.groupId}`)).statusCode).toBe(404)
  expect((await buyer.get(`/order?customer=${buyer.email}`)).json()).toEqual([])
  for (const part of parts) expect(await shop.stockOf(part)).toBe(part.available)
  // The second order cannot be paid separately, so no payment was opened for it.
  expect(await intentsFor(group)).toMatchObject([{ status: 'canceled' }])
  await expectBooksToBalance(shop)
})

test('a succeeded payment that the shop has not learned of wins over cancelling one order (25)', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  await payAll(buyer, group)

  expect(await cancel(buyer, group, 2)).toBe(0)
  expect(await statesOf(shop, group)).toEqual(['paid', 'paid', 'paid'])
  expect(await refundsFor(group)).toEqual([])
})

test('twenty concurrent cancellations of all orders return each piece to stock once (25)', async () => {
  const { buyer, group, parts } = await unpaidGroup(shop, 4)
  await openPaymentOfGroup(buyer, group)

  const counts = await Promise.all(Array.from({ length: 20 }, (_, index) => cancel(buyer, group, index % 4)))
  await reconcilePayments(shop.services)

  expect(await statesOf(shop, group)).toEqual(Array(4).fill('cancelled'))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(4)
  for (const part of parts) expect(await shop.stockOf(part)).toBe(part.available)
  await expectBooksToBalance(shop)
})

test('a slow cancellation never cancels an order whose payment was opened in the meantime (25)', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  await openPaymentOfGroup(buyer, group)
  const real = shop.services.payments
  let opened = ''
  const goOnMeanwhile = async (intentId: string) => {
    shop.services.payments = real
    const ended = await real.cancelIntent(intentId)
    await cancel(buyer, group, 0)
    opened = intentIdOf(await openPaymentOfGroup(buyer, await groupNow(buyer, group), group.orders[1]))
    await shop.db.update(orders).set({ state: 'cancelling' }).where(eq(orders.id, group.orders[1]!._id))
    return ended
  }
  shop.services.payments = { ...real, cancelIntent: goOnMeanwhile }

  await cancel(buyer, group, 0)
  shop.services.payments = real
  await reconcilePayments(shop.services)

  expect(await statesOf(shop, group)).toEqual(['cancelled', 'cancelled', 'unpaid'])
  expect((await intentsFor(group)).find(({ id }) => id === opened)?.status).toBe('canceled')
  await expectBooksToBalance(shop)
})

test('an order that is cancelled while the first payment of its group is opened is not paid for', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  // Another transaction holds the lock on the group until one of its orders is cancelled.
  const opening = transaction(shop.db, async (tx) => {
    await tx.execute(sql`select from order_groups where id = ${group.groupId}::uuid for update`)
    const asked = buyer.post('/create-payment-intent', { orderId: group.orders[1]!._id, totalPrice: group.totalPrice })
    await untilWaiting(shop.db, 1)
    await tx
      .update(orders)
      .set({ state: 'cancelled', cancelledAt: sql`now()` })
      .where(eq(orders.id, group.orders[0]!._id))
    return { asked }
  })

  const answer = await (await opening).asked

  expect(answer.json()).toMatchObject({ code: 'TOTAL_CHANGED', currentTotal: 5_000 })
  expect(await intentsFor(group)).toEqual([])
  const secret = await openPaymentOfGroup(buyer, await groupNow(buyer, group), group.orders[1])
  expect(await intentsFor(group)).toMatchObject([{ id: intentIdOf(secret), amountCents: 500_000 }])
  // The statement above returned no pieces to stock.
  await shop.db.execute(sql`
    with back as (select part_id, hold_id, quantity from orders where id = ${group.orders[0]!._id}::uuid),
      moved as (insert into stock_moves (part_id, delta, kind, ref) select part_id, quantity, 'cancel', hold_id from back)
    update parts set available = available + back.quantity from back where parts.id = back.part_id`)
})

test('money for a payment ended by cancelling one order is refunded once, and the rest stays payable (26)', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  const ended = intentIdOf(await openPaymentOfGroup(buyer, group))
  shop.processor.faults.succeedAfterCancel = true
  await cancel(buyer, group, 0)
  shop.processor.behave()

  await reconcilePayments(shop.services)
  await payAll(buyer, await groupNow(buyer, group))
  await reconcilePayments(shop.services)

  expect(await refundsFor(group)).toMatchObject([{ paymentIntent: ended, amountCents: 600_000, doneAt: expect.any(Date) }])
  expect(await statesOf(shop, group)).toEqual(['cancelled', 'paid', 'paid'])
  await expectBooksToBalance(shop)
})

test('money for a fully cancelled group is refunded once (26)', async () => {
  const { buyer, group } = await unpaidGroup(shop, 1)
  const ended = intentIdOf(await openPaymentOfGroup(buyer, group))
  shop.processor.faults.succeedAfterCancel = true
  await cancel(buyer, group, 0)
  shop.processor.behave()

  await reconcilePayments(shop.services)
  await reconcilePayments(shop.services)

  const reason = '$1,000.00 arrived for orders that were all cancelled before.'
  expect(await refundsFor(group)).toMatchObject([{ paymentIntent: ended, reason, doneAt: expect.any(Date) }])
  await expectBooksToBalance(shop)
})

test('while the provider is down no order is cancelled and its group is not payable; afterwards both continue (29)', async () => {
  const { buyer, group, parts } = await unpaidGroup(shop)
  await openPaymentOfGroup(buyer, group)
  shop.processor.faults.unavailable = 'refuse'

  const deletedCount = await cancel(buyer, group, 0)
  const down = await buyer.post('/create-payment-intent', { orderId: group.orders[1]!._id, totalPrice: group.totalPrice })
  const stock = await shop.stockOf(parts[0]!)
  shop.processor.faults.unavailable = false
  const stale = await buyer.post('/create-payment-intent', { orderId: group.orders[1]!._id, totalPrice: group.totalPrice })

  expect([deletedCount, down.statusCode, stock]).toEqual([0, 503, parts[0]!.available - 1_000])
  // Opening the payment of the others has continued the cancellation.
  expect(stale.json()).toMatchObject({ code: 'TOTAL_CHANGED', currentTotal: 5_000 })
  expect(await statesOf(shop, group)).toEqual(['cancelled', 'unpaid', 'unpaid'])
  expect(await shop.stockOf(parts[0]!)).toBe(parts[0]!.available)
})

test("while the bank is processing the payment, an order stays in cancelling, and the bank's result decides (28)", async () => {
  const { buyer, group } = await unpaidGroup(shop)
  const secret = await openPaymentOfGroup(buyer, group)
  await shop.processor.keepProcessing(intentIdOf(secret))

  const deletedCount = await cancel(buyer, group, 0)
  const payment = await buyer.post('/create-payment-intent', { orderId: group.orders[1]!._id, totalPrice: group.totalPrice })
  const between = await statesOf(shop, group)
  await shop.processor.decide(intentIdOf(secret))
  await reconcilePayments(shop.services)

  expect([deletedCount, payment.statusCode]).toEqual([0, 503])
  expect(between).toEqual(['cancelling', 'unpaid', 'unpaid'])
  expect(await statesOf(shop, group)).toEqual(['paid', 'paid', 'paid'])
  await expectBooksToBalance(shop)
})

test('a group not paid in time is fully cancelled, with one mail and its payment ended (12)', async () => {
  const opened = await unpaidGroup(shop, 3)
  const secret = await openPaymentOfGroup(opened.buyer, opened.group)
  await cancel(opened.buyer, opened.group, 1)
  const untouched = await unpaidGroup(shop, 2)
  for (const { group } of [opened, untouched]) {
    await shop.db.update(orders).set(placedEarlier('8 days')).where(eq(orders.groupId, group.groupId))
  }

  const expired = await expireUnpaidOrders(shop.services)

  expect(expired).toBe(4)
  for (const { group, buyer, parts } of [opened, untouched]) {
    expect(new Set(await statesOf(shop, group))).toEqual(new Set(['cancelled']))
    for (const part of parts) expect(await shop.stockOf(part)).toBe(part.available)
    const written = await shop.db.select().from(mails).where(eq(mails.recipient, buyer.email))
    const late = written.filter(({ body }) => body.includes('because they were not paid within 7 days'))
    expect(late).toMatchObject([{ subject: `2 orders of your quote ${group.quoteNumber} are cancelled` }])
  }
  expect((await payByCard(shop, secret)).status).toBe('canceled')
  await expectBooksToBalance(shop)
})

test('money that has arrived without a message keeps an overdue group from being cancelled (12)', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  await payAll(buyer, group)
  await shop.db.update(orders).set(placedEarlier('8 days')).where(eq(orders.groupId, group.groupId))

  expect(await expireUnpaidOrders(shop.services)).toBe(0)
  expect(await statesOf(shop, group)).toEqual(['paid', 'paid', 'paid'])
})

test('orders of a paid group are shipped one by one, each with its mail, and cannot be cancelled', async () => {
  const { buyer, group } = await unpaidGroup(shop, 2)
  const admin = await shop.admin()
  await payAll(buyer, group)
  await reconcilePayments(shop.services)

  const shipped = await admin.put(`/orderShipped/${group.orders[1]!._id}`)

  expect(shipped.json()).toEqual({ modifiedCount: 1 })
  expect(await statesOf(shop, group)).toEqual(['paid', 'shipped'])
  expect(await mailsAbout(shop, group.orders[1]!)).toEqual(['order-shipped'])
  expect([await cancel(buyer, group, 0), await cancel(buyer, group, 1)]).toEqual([0, 0])
  expect((await orderRow(shop, group.orders[0]!)).transactionId).toBe((await groupRow(shop, group)).transactionId)
  await expectBooksToBalance(shop)
})
