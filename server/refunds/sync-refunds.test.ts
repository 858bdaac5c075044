import { beforeAll, afterEach, expect, test } from 'vitest'
import { paymentEvents } from '#database/tables/payments.ts'
import { openPaymentOfGroup, statesOf, unpaidGroup } from '#tests/support/shops/order-groups.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { cards, expectBooksToBalance, openPaymentOf, orderRow, payByCard, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'
import { disputesOf, mailsTo, paidOrder, refundsOfPayment, tell } from '#tests/support/shops/refunds.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'
import { syncRefunds } from './sync-refunds.ts'

const shop = await openShop()
const { processor, services } = shop
let admin: Customer
beforeAll(async () => {
  admin = await shop.admin()
})
afterEach(() => processor.behave())

const seen = async (customer: Customer, { _id }: { _id: string }) => (await customer.get(`/order/${_id}`)).json()

test('a full refund in the dashboard ends the order, and its pieces are in stock again (73)', async () => {
  const { buyer, order, part, intentId } = await paidOrder(shop)
  await processor.refund(intentId)

  await tell(shop, intentId)

  expect(await seen(buyer, order)).toMatchObject({ paid: true, refunded: true, refundedTotal: 2_500, shipped: false })
  expect(await shop.stockOf(part)).toBe(part.available)
  expect((await refundsOfPayment(shop, intentId)).rows).toMatchObject([{ madeBy: 'provider', state: 'succeeded', amountCents: 250_000 }])
  expect((await mailsTo(shop, buyer.email)).at(-1)).toBe('order-refunded')
  expect(await mailsTo(shop, admin.email)).toContain('refund-found')
  await expectBooksToBalance(shop)
})

test('a partial refund leaves the order as it is, and a second one that completes it ends the order (73)', async () => {
  const { order, part, intentId } = await paidOrder(shop)
  await processor.refund(intentId, 100_000)
  await tell(shop, intentId, 'refund.created')
  const afterPart = await orderRow(shop, order)
  await processor.refund(intentId, 150_000)

  await tell(shop, intentId, 'refund.created')

  expect(afterPart).toMatchObject({ state: 'paid', refundedCents: 100_000 })
  expect(await orderRow(shop, order)).toMatchObject({ state: 'refunded', refundedCents: 250_000 })
  expect(await shop.stockOf(part)).toBe(part.available)
  await expectBooksToBalance(shop)
})

test('a refund of a shipped order is shown on it, and nothing goes back into stock (73)', async () => {
  const { order, part, intentId } = await paidOrder(shop)
  await admin.put(`/orderShipped/${order._id}`)
  await processor.refund(intentId)

  await tell(shop, intentId)

  expect(await orderRow(shop, order)).toMatchObject({ state: 'shipped', refundedCents: 250_000 })
  expect(await shop.stockOf(part)).toBe(part.available - 1_000)
  await expectBooksToBalance(shop)
})

test('a full refund of an order of which a parcel has left holds the rest back, and nothing goes back into stock (73)', async () => {
  const { order, part, intentId } = await paidOrder(shop)
  await admin.post(`/order/${order._id}/parcels`, { pieces: 400 })
  await processor.refund(intentId)

  await tell(shop, intentId)

  expect(await orderRow(shop, order)).toMatchObject({ state: 'paid', refundedCents: 250_000, parceledPieces: 400 })
  expect(await shop.stockOf(part)).toBe(part.available - 1_000)
  expect((await admin.put(`/orderShipped/${order._id}`)).json()).toEqual({ modifiedCount: 0, heldBackBy: ['refund'] })
  await expectBooksToBalance(shop)
})

test('a dispute is shown on the order from its opening to its end, and admins are notified of both (73)', async () => {
  const own = await openShop()
  const reader = await own.admin()
  const { order, intentId } = await paidOrder(own, cards.disputes)
  await tell(own, intentId, 'charge.dispute.created')
  const opened = await orderRow(own, order)
  await own.processor.closeDispute(intentId, 'won')

  await tell(own, intentId, 'charge.dispute.closed')

  expect(opened).toMatchObject({ state: 'paid', dispute: 'open' })
  expect(await orderRow(own, order)).toMatchObject({ state: 'paid', dispute: 'won' })
  expect(await disputesOf(own, intentId)).toMatchObject([{ state: 'won', amountCents: 250_000, reason: 'fraudulent' }])
  expect(await mailsTo(own, reader.email)).toEqual(['order-to-ship', 'dispute-opened', 'dispute-decided'])
})

test('after a lost dispute the order is not shipped without a confirmation (73)', async () => {
  const { order, intentId } = await paidOrder(shop)
  await processor.dispute(intentId)
  await processor.closeDispute(intentId, 'lost')

  await tell(shop, intentId, 'charge.dispute.closed')

  expect(await orderRow(shop, order)).toMatchObject({ state: 'paid', dispute: 'lost' })
  expect((await admin.put(`/orderShipped/${order._id}`)).json()).toEqual({ modifiedCount: 0, heldBackBy: ['dispute'] })
})

test('a message about a refund that comes before the payment is known settles the payment first (73)', async () => {
  const { buyer, order, part } = await unpaidOrder(shop)
  const { id: intentId } = await payByCard(shop, await openPaymentOf(buyer, order))
  await processor.refund(intentId)

  await tell(shop, intentId)

  expect(await orderRow(shop, order)).toMatchObject({ state: 'refunded', transactionId: intentId })
  expect(await shop.stockOf(part)).toBe(part.available)
  await expectBooksToBalance(shop)
})

test('a message about a payment that the shop does not know is kept (73)', async () => {
  const before = (await shop.db.select().from(paymentEvents)).length

  const handled = await tell(shop, 'pi_of_another_shop000000000')

  const stored = await shop.db.select().from(paymentEvents)
  expect(handled).toBe(0)
  expect(stored).toHaveLength(before + 1)
  expect(stored.find(({ intentId }) => intentId === 'pi_of_another_shop000000000')).toMatchObject({ handledAt: null })
})

test('fifty concurrent messages about one refund have one effect (73)', async () => {
  const { buyer, order, part, intentId } = await paidOrder(shop)
  await processor.refund(intentId)

  await Promise.all(Array.from({ length: 50 }, () => syncRefunds(services, intentId)))

  expect((await refundsOfPayment(shop, intentId)).rows).toHaveLength(1)
  expect(await shop.stockOf(part)).toBe(part.available)
  expect((await mailsTo(shop, buyer.email)).filter((kind) => kind === 'order-refunded')).toHaveLength(1)
  expect((await orderRow(shop, order)).state).toBe('refunded')
})

test('a late answer of the provider does not overwrite a newer one (73)', async () => {
  const { order, intentId } = await paidOrder(shop)
  const { findReturns } = services.payments
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await processor.dispute(intentId)
  const old = await findReturns(intentId)
  const slow = {
    ...services,
    payments: {
      ...services.payments,
      findReturns: async () => {
        asked.resolve()
        await held.promise
        return old
      },
    },
  }

  const late = syncRefunds(slow, intentId)
  await asked.promise
  await processor.closeDispute(intentId, 'won')
  await syncRefunds(services, intentId)
  held.resolve()
  await late

  expect((await orderRow(shop, order)).dispute).toBe('won')
})

test('the reconciler finds what lost messages would have reported (73)', async () => {
  const refunded = await paidOrder(shop)
  const disputed = await paidOrder(shop)
  const inPart = await paidOrder(shop)
  await processor.refund(refunded.intentId)
  await processor.dispute(disputed.intentId)
  await processor.refund(inPart.intentId, 1)

  await reconcileRefunds(services)

  expect(await orderRow(shop, refunded.order)).toMatchObject({ state: 'refunded' })
  expect(await orderRow(shop, disputed.order)).toMatchObject({ state: 'paid', dispute: 'open' })
  expect(await orderRow(shop, inPart.order)).toMatchObject({ state: 'paid', refundedCents: 1 })
  await expectBooksToBalance(shop)
})

test('the reconciler asks only about payments of this shop, and about each until it is recorded (73)', async () => {
  const { intentId } = await paidOrder(shop)
  await processor.refund(intentId, 1)
  const { findIntent, listReturns } = services.payments
  const asked: string[] = []
  const payments = {
    ...services.payments,
    findIntent: (id: string) => (asked.push(id), findIntent(id)),
    async listReturns(since: Date) {
      const { refunds, disputes } = await listReturns(since)
      return { disputes, refunds: [...refunds, { ...refunds[0]!, id: 're_foreign', intentId: 'pi_foreign' }] }
    },
  }

  await reconcileRefunds({ ...services, payments })
  await reconcileRefunds({ ...services, payments })

  expect(asked.filter((id) => id === intentId)).toHaveLength(1)
  expect(asked).not.toContain('pi_foreign')
})

test("a share that rounding raises to an order's price ends no order before all is refunded (73)", async () => {
  const { buyer, group } = await unpaidGroup(shop)
  const { id: intentId } = await payByCard(shop, await openPaymentOfGroup(buyer, group))
  await reportPaid(buyer, group.orders[0]!, intentId)
  await processor.refund(intentId, 599_999)

  await tell(shop, intentId)

  const rows = await Promise.all(group.orders.map((order) => orderRow(shop, order)))
  expect(rows.map(({ state, refundedCents }) => [state, refundedCents])).toEqual([
    ['paid', 100_000],
    ['paid', 200_000],
    ['paid', 299_999],
  ])
})

test('a refund that the bank sends back is removed from the order, and admins are notified (73)', async () => {
  const { order, intentId } = await paidOrder(shop)
  await processor.refund(intentId)
  await tell(shop, intentId)
  await processor.failRefunds(intentId)

  await tell(shop, intentId, 'refund.failed')

  expect(await orderRow(shop, order)).toMatchObject({ state: 'refunded', refundedCents: 0 })
  expect((await refundsOfPayment(shop, intentId)).refundedCents).toBe(0)
  expect(await mailsTo(shop, admin.email)).toContain('refund-failed')
  await expectBooksToBalance(shop)
})

test('a partial refund of a group is shared by its orders, and a full one ends those not shipped (73)', async () => {
  const { buyer, parts, group } = await unpaidGroup(shop)
  const { id: intentId } = await payByCard(shop, await openPaymentOfGroup(buyer, group))
  await reportPaid(buyer, group.orders[0]!, intentId)
  await admin.put(`/orderShipped/${group.orders[0]!._id}`)
  await processor.refund(intentId, 60_001)
  await tell(shop, intentId)
  const shares = await Promise.all(group.orders.map(async (order) => (await orderRow(shop, order)).refundedCents))
  await processor.refund(intentId)

  await tell(shop, intentId)

  expect(shares).toEqual([10_000, 20_000, 30_001])
  expect(await statesOf(shop, group)).toEqual(['shipped', 'refunded', 'refunded'])
  expect(await Promise.all(parts.map((part) => shop.stockOf(part)))).toEqual([9_000, 10_000, 10_000])
  await expectBooksToBalance(shop)
})

test("the refund of money for a cancelled order is recognised as the shop's own (73)", async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)
  processor.faults.succeedAfterCancel = true
  await buyer.delete(`/order/${order._id}`)
  const intentId = secret.split('_secret_')[0]!
  await processor.refund(intentId)

  await tell(shop, intentId)

  expect((await refundsOfPayment(shop, intentId)).rows).toMatchObject([{ madeBy: 'shop', state: 'succeeded', amountCents: 250_000 }])
  expect((await orderRow(shop, order)).state).toBe('cancelled')
})
