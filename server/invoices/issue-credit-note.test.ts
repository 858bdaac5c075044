import { and, asc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { taxOfNet } from '#contract/payments/invoices.ts'
import type { Order } from '#contract/orders/orders.ts'
import { invoices } from '#database/tables/invoices.ts'
import { openPaymentOfGroup, unpaidGroup } from '#tests/support/shops/order-groups.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance, payByCard, payOrder, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'
import { publishSeller } from '#tests/support/shops/sellers.ts'
import { germanTax, taxOrders } from '#tests/support/shops/taxed.ts'
import { writeCii } from './documents/write-cii.ts'
import { writeUbl } from './documents/write-ubl.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  await publishSeller(shop, admin)
})

const refund = (order: Pick<Order, '_id'>, amount?: number) =>
  admin.post(`/order/${order._id}/refund`, { reason: 'x', ...(amount && { amount }) })
const notesOf = (billId: string) =>
  shop.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.billId, billId), eq(invoices.kind, 'credit_note')))
    .orderBy(asc(invoices.position))

/** Each note has the tax of its own base, and gives back its refund to the cent. */
async function expectConsistent(billId: string, refunded: number[]) {
  const notes = await notesOf(billId)
  for (const { data } of notes) for (const { netCents, taxCents, rateBp } of data.taxes) expect(taxCents).toBe(taxOfNet(netCents, rateBp))
  expect(notes.map(({ data }) => data.paidCents)).toEqual(refunded)
  expect(notes.map(({ grossCents, data }) => grossCents + (data.roundingCents ?? 0))).toEqual(refunded)
  await expectBooksToBalance(shop)
  return notes
}

test('refunds of any amount have the tax of their own net amount; a cent that is no price with its tax is rounding', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  await taxOrders(shop, [order._id], germanTax)
  await payOrder(shop, buyer, { ...order, totalPrice: Math.round(order.totalPrice * 119) / 100 })

  for (const amount of [0.03, 1, 33.33, 250.01, 0.03]) expect((await refund(order, amount)).statusCode).toBe(200)
  await refund(order)

  const whole = Math.round(order.totalPrice * 119)
  const notes = await expectConsistent(order._id, [3, 100, 3_333, 25_001, 3, whole - 28_440])
  expect(notes[0]!.data).toMatchObject({ netCents: 3, taxCents: 1, grossCents: 4, roundingCents: -1 })
  expect(notes[1]!.data).not.toHaveProperty('roundingCents')
  expect(writeUbl(notes[0]!.data)).toContain('<cbc:PayableRoundingAmount currencyID="USD">-0.01</cbc:PayableRoundingAmount>')
  expect(writeCii(notes[0]!.data)).toContain('<ram:RoundingAmount>-0.01</ram:RoundingAmount>')
  expect(writeUbl(notes[0]!.data)).toContain('<cbc:PayableAmount currencyID="USD">0.00</cbc:PayableAmount>')
  expect(writeCii(notes[0]!.data)).toContain('<ram:DuePayableAmount>0.00</ram:DuePayableAmount>')
})

test('orders of a group that are given back one by one, whose tax is a share of the sum', async () => {
  const { buyer, group } = await unpaidGroup(shop, 3)
  const ids = group.orders.map(({ _id }) => _id)
  await taxOrders(shop, ids, { ...germanTax, rateBp: 1_907 })
  const [first] = group.orders
  const secret = await openPaymentOfGroup(buyer, group)
  await reportPaid(buyer, first!, (await payByCard(shop, secret)).id)

  for (const order of group.orders) expect((await refund(order)).statusCode).toBe(200)

  const notes = await notesOf(group.groupId)
  await expectConsistent(
    group.groupId,
    notes.map(({ data }) => data.paidCents),
  )
  const [invoice] = await shop.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.billId, group.groupId), eq(invoices.kind, 'invoice')))
  expect(notes.reduce((sum, { data }) => sum + data.paidCents, 0)).toBe(invoice!.grossCents)
})
