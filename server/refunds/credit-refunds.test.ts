import { asc, eq, sum } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderRefunds } from '#contract/payments/refunds.ts'
import { invoices } from '#database/tables/invoices.ts'
import { openPaymentOfGroup, unpaidGroup } from '#tests/support/shops/order-groups.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance, payByCard, reportPaid } from '#tests/support/shops/payments.ts'
import { paidOrder, refundByAdmin, tell } from '#tests/support/shops/refunds.ts'
import { publishSeller } from '#tests/support/shops/sellers.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'

const shop = await openShop()
const { processor, services } = shop
let admin: Customer
beforeAll(async () => {
  admin = await shop.admin()
  await publishSeller(shop, admin)
})
afterEach(() => processor.behave())

const refundPart = (order: Pick<Order, '_id'>, amount: number) => admin.post(`/order/${order._id}/refund`, { reason: 'Internal', amount })
const refundsOf = async (order: Pick<Order, '_id'>) => (await admin.get(`/order/${order._id}/refunds`)).json<OrderRefunds>().refunds
const notesOf = (billId: string) => shop.db.select().from(invoices).where(eq(invoices.billId, billId)).orderBy(asc(invoices.position))
const liveCents = async (order: Pick<Order, '_id'>) =>
  (await refundsOf(order)).reduce((all, { state, amount }) => (state === 'failed' ? all : all + Math.round(amount * 100)), 0)

async function creditedCents(billId: string): Promise<number> {
  const [credited] = await shop.db
    .select({ cents: sum(invoices.grossCents).mapWith(Number) })
    .from(invoices)
    .where(eq(invoices.series, 'CN'))
    .having(eq(invoices.billId, billId))
    .groupBy(invoices.billId)
  return credited?.cents ?? 0
}

test('each refund has one credit note, also those at once and in the dashboard, and their sums agree (74)', async () => {
  const { order, intentId } = await paidOrder(shop)
  await Promise.all([refundPart(order, 100), refundPart(order, 250.01), refundPart(order, 3)])
  await processor.refund(intentId, 4_000)
  await tell(shop, intentId)
  await tell(shop, intentId)
  await reconcileRefunds(services)
  await refundByAdmin(admin, order)

  const [invoice, ...notes] = await notesOf(order._id)
  expect(invoice!.kind).toBe('invoice')
  expect(notes.map(({ grossCents }) => grossCents).toSorted((a, b) => a - b)).toEqual([300, 4_000, 10_000, 25_001, 210_699])
  expect(notes.every(({ data }) => data.credited!.number === invoice!.number && data.credited!.reason !== 'Internal')).toBe(true)
  expect(await creditedCents(order._id)).toBe(await liveCents(order))
  const named = (await refundsOf(order)).map(({ amount, creditNote }) => [Math.round(amount * 100), creditNote])
  expect(named.toSorted()).toEqual(notes.map(({ grossCents, number }) => [grossCents, number]).toSorted())
  await expectBooksToBalance(shop)
})

test('a refund that fails and is repeated has one credit note (74)', async () => {
  const { order, intentId } = await paidOrder(shop)
  await refundPart(order, 300)
  await processor.failRefunds(intentId)
  await tell(shop, intentId, 'refund.failed')

  await refundPart(order, 300)
  await reconcileRefunds(services)

  const [, note, ...others] = await notesOf(order._id)
  expect(others).toEqual([])
  expect(note).toMatchObject({ kind: 'credit_note', grossCents: 30_000 })
  expect((await refundsOf(order)).map(({ state, creditNote }) => [state, creditNote])).toEqual([
    ['failed', note!.number],
    ['succeeded', note!.number],
  ])
  expect(await creditedCents(order._id)).toBe(await liveCents(order))
})

test('after a refund that failed, a smaller one is refused, because its credit note stands (74)', async () => {
  const { order, intentId } = await paidOrder(shop)
  await refundPart(order, 20)
  await refundPart(order, 300)
  await processor.failRefunds(intentId)
  await tell(shop, intentId, 'refund.failed')

  const smaller = await refundPart(order, 100)
  const whole = await refundPart(order, 350)
  await reconcileRefunds(services)

  expect(smaller.json()).toMatchObject({
    code: 'INVALID_INPUT',
    fields: [{ field: 'amount', message: 'The buyer has a credit note for $320.00 that the bank sent back. Refund at least this amount.' }],
  })
  expect(whole.json()).toMatchObject({ modifiedCount: 1, order: { refundedTotal: 350 } })
  expect((await notesOf(order._id)).slice(1).map(({ grossCents }) => grossCents)).toEqual([2_000, 30_000, 3_000])
  expect(await creditedCents(order._id)).toBe(await liveCents(order))
  await expectBooksToBalance(shop)
})

test('smaller refunds in the dashboard after one that failed are credited by its note, until they are more (74)', async () => {
  const { order, intentId } = await paidOrder(shop)
  await refundPart(order, 300)
  await processor.failRefunds(intentId)
  await tell(shop, intentId, 'refund.failed')
  const sums = []
  for (const cents of [10_000, 15_000, 10_000]) {
    await processor.refund(intentId, cents)
    await tell(shop, intentId)
    sums.push([await creditedCents(order._id), await liveCents(order)])
  }

  expect(sums).toEqual([
    [30_000, 10_000],
    [30_000, 25_000],
    [35_000, 35_000],
  ])
})

test('a refund names its pieces where its own amount is their price, and not where it repeats others by their credit note', async () => {
  const { order, intentId } = await paidOrder(shop)
  const refundPieces = (pieces: number) => admin.post(`/order/${order._id}/refund`, { reason: 'Broken', pieces })
  await refundPieces(8)
  await refundPieces(120)
  await processor.failRefunds(intentId)
  await tell(shop, intentId, 'refund.failed')
  await refundPart(order, 320)

  const [first, second, repeated] = await refundsOf(order)

  expect(first).toMatchObject({ state: 'failed', amount: 20, pieces: 8 })
  expect(second).toMatchObject({ state: 'failed', amount: 300, pieces: 120 })
  expect(repeated).toMatchObject({ amount: 320, pieces: null, creditNote: second!.creditNote })
})

test('a refund of a payment for several orders is one credit note with a line for each (74)', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  const { id: intentId } = await payByCard(shop, await openPaymentOfGroup(buyer, group))
  await reportPaid(buyer, group.orders[0]!, intentId)
  await refundPart(group.orders[0]!, 10)
  await processor.refund(intentId, 1_000)
  await tell(shop, intentId)

  const [, own, shared] = await notesOf(group.groupId)
  expect(own!.data.lines).toMatchObject([{ orderId: group.orders[0]!._id, netCents: 1_000 }])
  expect(shared!.data.lines).toHaveLength(3)
  expect(shared!.grossCents).toBe(1_000)
})

test('an order without an invoice is refunded without a credit note', async () => {
  const other = await openShop()
  const boss = await other.admin()
  const { order } = await paidOrder(other)

  await refundByAdmin(boss, order)

  expect((await boss.get(`/order/${order._id}/refunds`)).json<OrderRefunds>().refunds).toMatchObject([{ creditNote: null }])
})
