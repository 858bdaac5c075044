import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { auditLog } from '#database/tables/audit-log.ts'
import { paymentRefunds } from '#database/tables/payments.ts'
import { groupNow, openPaymentOfGroup, statesOf, unpaidGroup } from '#tests/support/shops/order-groups.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { cards, expectBooksToBalance, orderRow, payByCard, reportPaid, toldOfRefund, unpaidOrder } from '#tests/support/shops/payments.ts'
import { mailsTo, paidOrder, refundByAdmin, refundsOfPayment, tell } from '#tests/support/shops/refunds.ts'
import { checkInvariants } from '../run/invariants/check-invariants.ts'
import { ProviderUnavailable } from '../errors.ts'
import type { Returns } from '../payments/provider.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'

const shop = await openShop()
const { processor, services } = shop
let admin: Customer
beforeAll(async () => {
  admin = await shop.admin()
})
afterEach(() => processor.behave())

const refundedAtProcessor = async (intentId: string) => (await processor.intents()).find(({ id }) => id === intentId)!.refundedCents

/** The processor's answer before the bank has decided. */
const allPending = ({ refunds, disputes }: Returns): Returns => ({
  refunds: refunds.map((refund) => ({ ...refund, status: 'pending' as const })),
  disputes,
})

async function paidGroup() {
  const bought = await unpaidGroup(shop)
  const { id: intentId } = await payByCard(shop, await openPaymentOfGroup(bought.buyer, bought.group))
  await reportPaid(bought.buyer, bought.group.orders[0]!, intentId)
  return { ...bought, intentId }
}

test('an admin cancels a paid order: money and pieces go back, the customer gets a mail, and the audit log a line (71)', async () => {
  const { buyer, order, part, intentId } = await paidOrder(shop)

  const answer = await refundByAdmin(admin, order, 'A price slip')

  expect(answer.json()).toMatchObject({ modifiedCount: 1, order: { _id: order._id, refunded: true, refundedTotal: 2_500 } })
  expect(await refundedAtProcessor(intentId)).toBe(250_000)
  expect(await shop.stockOf(part)).toBe(part.available)
  expect((await refundsOfPayment(shop, intentId)).rows).toMatchObject([
    { madeBy: 'shop', state: 'succeeded', orderId: order._id, actorId: admin.userId, reason: 'A price slip' },
  ])
  expect((await mailsTo(shop, buyer.email)).filter((kind) => kind === 'order-refunded')).toHaveLength(1)
  const written = await shop.db.select().from(auditLog).where(eq(auditLog.subject, order._id))
  expect(written).toMatchObject([{ action: 'refund-order', actorId: admin.userId, detail: { amountCents: 250_000 } }])
  await expectBooksToBalance(shop)
})

test('fifty concurrent requests refund an order once (73)', async () => {
  const { order, part, intentId } = await paidOrder(shop)

  const answers = await Promise.all(Array.from({ length: 50 }, () => refundByAdmin(admin, order)))

  expect(
    answers
      .map((answer) => answer.json().modifiedCount)
      .toSorted()
      .at(-2),
  ).toBe(0)
  expect(answers.filter((answer) => answer.json().modifiedCount === 1)).toHaveLength(1)
  expect(await refundedAtProcessor(intentId)).toBe(250_000)
  expect(await shop.stockOf(part)).toBe(part.available)
  await expectBooksToBalance(shop)
})

test('of shipping and refunding an order concurrently exactly one succeeds (73)', async () => {
  const wins = { shipped: 0, refunded: 0 }
  for (let round = 0; round < 10; round++) {
    const { order, intentId } = await paidOrder(shop)
    const ship = () => admin.put(`/orderShipped/${order._id}`)
    const refund = () => refundByAdmin(admin, order)
    const [first, second] = round % 2 === 0 ? [ship, refund] : [refund, ship]

    await Promise.all([first(), second()])

    const { state } = await orderRow(shop, order)
    wins[state as 'shipped' | 'refunded']++
    expect(await refundedAtProcessor(intentId)).toBe(state === 'refunded' ? 250_000 : 0)
  }
  expect(wins.shipped + wins.refunded).toBe(10)
})

test('a refund requested while the processor is unavailable is made later, once (73)', async () => {
  const { order, intentId, part } = await paidOrder(shop)
  processor.faults.unavailable = 'lose_answer'

  const answer = await refundByAdmin(admin, order)
  const refundedRow = await orderRow(shop, order)
  processor.behave()
  await reconcileRefunds(services)
  await reconcileRefunds(services)

  expect(answer.json().modifiedCount).toBe(1)
  expect(refundedRow.state).toBe('refunded')
  expect(await refundedAtProcessor(intentId)).toBe(250_000)
  expect((await refundsOfPayment(shop, intentId)).rows).toMatchObject([{ state: 'succeeded', attempt: 1 }])
  expect(await shop.stockOf(part)).toBe(part.available)
  await expectBooksToBalance(shop)
})

test('a refund whose answer was lost is found by its id and not repeated, also when the processor has forgotten its key (73)', async () => {
  const { order, intentId } = await paidOrder(shop)
  const { createRefund } = services.payments
  const asked: string[] = []
  const real = services.payments
  services.payments = {
    ...real,
    async createRefund(request) {
      asked.push(request.refundId)
      await createRefund(request)
      throw new ProviderUnavailable('the answer was lost')
    },
  }

  await refundByAdmin(admin, order)
  await reconcileRefunds(services)
  services.payments = real

  expect(asked).toHaveLength(1)
  expect(await refundedAtProcessor(intentId)).toBe(250_000)
  await expectBooksToBalance(shop)
})

test('a refund whose error the processor stores is requested as another attempt (73)', async () => {
  const { order, intentId } = await paidOrder(shop)
  const real = services.payments
  services.payments = {
    ...real,
    createRefund: (request) =>
      request.attempt === 1 ? Promise.reject(new ProviderUnavailable('kept', { stored: true })) : real.createRefund(request),
  }

  await refundByAdmin(admin, order)
  await reconcileRefunds(services)
  services.payments = real

  expect((await refundsOfPayment(shop, intentId)).rows).toMatchObject([{ state: 'succeeded', attempt: 2 }])
})

test("refunding an order of a group refunds that order's part of the group's payment (73)", async () => {
  const { buyer, parts, group, intentId } = await paidGroup()

  await refundByAdmin(admin, group.orders[1]!)

  expect(await refundedAtProcessor(intentId)).toBe(200_000)
  expect(await statesOf(shop, group)).toEqual(['paid', 'refunded', 'paid'])
  expect(await shop.stockOf(parts[1]!)).toBe(10_000)
  expect((await groupNow(buyer, group)).paid).toBe(true)
  await expectBooksToBalance(shop)
})

test('refunding all orders of a group concurrently returns exactly the whole payment (73)', async () => {
  const { group, intentId } = await paidGroup()

  await Promise.all(group.orders.map((order) => refundByAdmin(admin, order)))
  await reconcileRefunds(services)

  expect(await refundedAtProcessor(intentId)).toBe(600_000)
  expect(await statesOf(shop, group)).toEqual(['refunded', 'refunded', 'refunded'])
  await expectBooksToBalance(shop)
})

test('a refund in the dashboard of what the shop is about to refund: the money is refunded once (73)', async () => {
  const { order, intentId } = await paidOrder(shop)
  processor.faults.unavailable = 'refuse'
  await refundByAdmin(admin, order)
  processor.behave()
  await processor.refund(intentId)

  await reconcileRefunds(services)

  expect(await refundedAtProcessor(intentId)).toBe(250_000)
  const { rows, refundedCents } = await refundsOfPayment(shop, intentId)
  expect(rows.map(({ madeBy, state }) => [madeBy, state]).toSorted()).toEqual([
    ['provider', 'succeeded'],
    ['shop', 'canceled'],
  ])
  expect(refundedCents).toBe(250_000)
  expect(await checkInvariants(shop.db)).toContainEqual({ name: 'refundsAreKnown', count: 0, ids: [] })
})

test('after a partial refund in the dashboard, the shop refunds the rest (73)', async () => {
  const { order, intentId } = await paidOrder(shop)
  await processor.refund(intentId, 100_000)

  await refundByAdmin(admin, order)
  await reconcileRefunds(services)

  expect(await refundedAtProcessor(intentId)).toBe(250_000)
  expect(await orderRow(shop, order)).toMatchObject({ state: 'refunded', refundedCents: 250_000 })
  await expectBooksToBalance(shop)
})

test('a refund that the bank sends back can be repeated (73)', async () => {
  const { order, intentId } = await paidOrder(shop)
  await refundByAdmin(admin, order)
  await processor.failRefunds(intentId)
  await tell(shop, intentId, 'refund.failed')
  const failed = await orderRow(shop, order)

  const again = await refundByAdmin(admin, order)

  expect(failed).toMatchObject({ state: 'refunded', refundedCents: 0 })
  expect(again.json()).toMatchObject({ modifiedCount: 1, order: { refundedTotal: 2_500 } })
  expect((await refundsOfPayment(shop, intentId)).rows.map(({ state }) => state)).toEqual(['failed', 'succeeded'])
})

test('a slow refund is pending, and recorded as done when it is (73)', async () => {
  const { order, intentId } = await paidOrder(shop, cards.refundPending)
  const real = services.payments
  services.payments = { ...real, findReturns: async (id) => allPending(await real.findReturns(id)) }
  await refundByAdmin(admin, order)
  services.payments = real
  const before = (await refundsOfPayment(shop, intentId)).rows

  await expect
    .poll(async () => {
      await reconcileRefunds(services)
      return (await refundsOfPayment(shop, intentId)).rows[0]!.state
    })
    .toBe('succeeded')

  expect(before).toMatchObject([{ state: 'pending', orderId: order._id }])
  await expectBooksToBalance(shop)
})

test('an order that is unpaid, shipped or disputed is not refunded, and a refunded order is neither shipped nor paid again', async () => {
  const unpaid = await unpaidOrder(shop)
  const shipped = await paidOrder(shop)
  await admin.put(`/orderShipped/${shipped.order._id}`)
  const disputed = await paidOrder(shop, cards.disputes)
  await tell(shop, disputed.intentId, 'charge.dispute.created')
  const refunded = await paidOrder(shop)
  await refundByAdmin(admin, refunded.order)

  const answers = await Promise.all([unpaid, shipped, disputed].map(({ order }) => refundByAdmin(admin, order)))
  const shipping = await admin.put(`/orderShipped/${refunded.order._id}`, { despite: ['refund', 'dispute'] })
  const paying = await refunded.buyer.post('/create-payment-intent', { orderId: refunded.order._id, totalPrice: 2_500 })

  expect(answers.map((answer) => answer.json().code)).toEqual(['ORDER_NOT_PAID', 'ORDER_SHIPPED', 'PAYMENT_DISPUTED'])
  expect(shipping.json()).toEqual({ modifiedCount: 0, heldBackBy: ['refunded'] })
  expect(paying.json().code).toBe('ORDER_ALREADY_PAID')
  expect((await refunded.buyer.delete(`/order/${refunded.order._id}`)).json()).toEqual({ deletedCount: 0 })
})

test('an order whose dispute is lost is ended without a second refund (73)', async () => {
  const { order, part, intentId } = await paidOrder(shop, cards.disputes)
  await processor.closeDispute(intentId, 'lost')
  await tell(shop, intentId, 'charge.dispute.closed')

  const answer = await refundByAdmin(admin, order)

  expect(answer.json()).toMatchObject({ modifiedCount: 1, order: { refunded: true, refundedTotal: 0, dispute: 'lost' } })
  expect(await refundedAtProcessor(intentId)).toBe(0)
  expect(await shop.stockOf(part)).toBe(part.available)
  await expectBooksToBalance(shop)
})

test('a disputed or partly refunded order is shipped only when the admin confirms it (73)', async () => {
  const { order, intentId } = await paidOrder(shop)
  await processor.refund(intentId, 1)
  await processor.dispute(intentId)
  await tell(shop, intentId, 'charge.dispute.created')
  const ship = async (body?: object) => (await admin.put(`/orderShipped/${order._id}`, body)).json()

  const answers = [await ship(), await ship({ despite: ['dispute'] }), await ship({ despite: ['dispute', 'refund'] }), await ship()]

  const heldBack = { modifiedCount: 0, heldBackBy: ['dispute', 'refund'] }
  expect(answers).toEqual([heldBack, heldBack, { modifiedCount: 1 }, { modifiedCount: 0 }])
})

test('the database refuses refunds whose sum is above what was paid (73)', async () => {
  const { order, intentId } = await paidOrder(shop)
  await processor.refund(intentId, 200_000)
  await tell(shop, intentId)
  const more = { intentId, orderId: order._id, amountCents: 50_001, state: 'asked', madeBy: 'shop' } as const

  await expect(shop.db.insert(paymentRefunds).values(more)).rejects.toMatchObject({
    cause: { constraint: 'payments_refunded_within_amount' },
  })
})

test('admins are notified once of a refund that the processor keeps refusing', async () => {
  const { order, intentId } = await paidOrder(shop)
  processor.faults.unavailable = 'refuse'
  await refundByAdmin(admin, order)
  await reconcileRefunds(services)
  const early = await toldOfRefund(shop, intentId, 'refund-late')
  await shop.db
    .update(paymentRefunds)
    .set({ createdAt: sql`now() - interval '16 minutes'` })
    .where(eq(paymentRefunds.intentId, intentId))

  await reconcileRefunds(services)
  await reconcileRefunds(services)

  expect(early).toEqual([])
  expect(await toldOfRefund(shop, intentId, 'refund-late')).toEqual([admin.email])
})

test('only admins refund, and only with a reason', async () => {
  const { buyer, order } = await paidOrder(shop)

  const answers = [
    await refundByAdmin(buyer, order),
    await refundByAdmin(admin, order, ''),
    await refundByAdmin(admin, { _id: '00000000-0000-4000-8000-000000000000' }),
  ]

  expect(answers.map((answer) => answer.statusCode)).toEqual([403, 400, 404])
  expect((await orderRow(shop, order)).state).toBe('paid')
})
