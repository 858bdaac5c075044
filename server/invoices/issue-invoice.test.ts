import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { invoiceDocuments, invoices, invoicesDue, numberSeries } from '#database/tables/invoices.ts'
import { orders } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { groupNow, openPaymentOfGroup, orderQuote, savedQuote } from '#tests/support/shops/order-groups.ts'
import { expectBooksToBalance, openPaymentOf, payByCard, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'
import { publishSeller, sampleSeller } from '#tests/support/shops/sellers.ts'
import { germanTax, taxOrders } from '#tests/support/shops/taxed.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { lockBill } from '../orders/bill.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { issueCreditNote } from './issue-credit-note.ts'
import { issueInvoice } from './issue-invoice.ts'

let shop: TestShop
let admin: Customer
/** Of the numbers of papers. */
let year: number

beforeEach(async () => {
  year = new Date().getUTCFullYear()
  shop = await openShop()
  admin = await shop.admin()
})

const papers = () => shop.db.select().from(invoices).orderBy(asc(invoices.position))

async function paidOrder(quantity?: number) {
  const bought = await unpaidOrder(shop, quantity)
  const { id } = await payByCard(shop, await openPaymentOf(bought.buyer, bought.order))
  await reportPaid(bought.buyer, bought.order, id)
  return { ...bought, intentId: id }
}

test('the invoice of an order is issued with its payment, and freezes what was ordered', async () => {
  await publishSeller(shop, admin)
  const { order, buyer, part, intentId } = await paidOrder(2_000)

  const [paper, ...others] = await papers()

  expect(others).toEqual([])
  expect(paper).toMatchObject({
    kind: 'invoice',
    number: `INV-${year}-000001`,
    userId: buyer.userId,
    billId: order._id,
    grossCents: 500_000,
  })
  expect(paper!.data).toMatchObject({
    number: `INV-${year}-000001`,
    issuedOn: paper!.issuedOn,
    currency: 'USD',
    seller: { name: sampleSeller.legalName, lines: ['Dock Road 1'], city: 'Hamburg', vatId: 'DE136695976' },
    buyer: { name: buyer.displayName, email: buyer.email, country: 'DE' },
    lines: [
      { orderNumber: order.number, partNumber: part.partNumber, name: part.name, pieces: 2_000, unitPrice: '2.5000', netCents: 500_000 },
    ],
    taxes: [{ category: 'O', rateBp: 0, netCents: 500_000, taxCents: 0, vatex: 'VATEX-EU-O' }],
    netCents: 500_000,
    taxCents: 0,
    grossCents: 500_000,
    paidCents: 500_000,
    payment: { means: 'card', reference: intentId, paidOn: paper!.issuedOn },
  })
  await shop.db.update(orders).set({ displayName: 'Somebody else' }).where(eq(orders.id, order._id))
  expect((await papers())[0]!.data.buyer.name).toBe(buyer.displayName)
})

test('a group has one invoice, without the orders that were cancelled before', async () => {
  await publishSeller(shop, admin)
  const part = await shop.addPart({ available: 10_000 })
  const buyer = await shop.customer()
  const group: OrderGroup = (
    await orderQuote(buyer, await savedQuote(shop.db, buyer.userId, [{ part }, { part, quantity: 2_000 }, { part, quantity: 3_000 }]))
  ).json()
  await buyer.delete(`/order/${group.orders[1]!._id}`)
  await settlePayment(shop.services, (await payByCard(shop, await openPaymentOfGroup(buyer, await groupNow(buyer, group)))).id)

  const [paper, ...others] = await papers()

  expect(others).toEqual([])
  expect(paper).toMatchObject({ billKind: 'group', billId: group.groupId, grossCents: 1_000_000 })
  expect(paper!.orderNumbers).toEqual([group.orders[0]!.number, group.orders[2]!.number])
  expect(paper!.data).toMatchObject({ quoteNumber: group.quoteNumber, lines: [{ pieces: 1_000 }, { pieces: 3_000 }] })
})

test('a seller in Northern Ireland has the letters XI on a supply to the EU, and GB at home', async () => {
  await publishSeller(shop, admin, { ...sampleSeller, country: 'GB', postalCode: 'BT1 5GS', vatId: 'GB980780684' })
  const { order, buyer } = await unpaidOrder(shop)
  await taxOrders(shop, [order._id], {
    ...germanTax,
    category: 'K',
    rateBp: 0,
    reason: 'intraCommunity',
    from: 'XI',
    to: 'FR',
    vatId: 'FR40303265045',
  })
  await reportPaid(buyer, order, (await payByCard(shop, await openPaymentOf(buyer, order))).id)
  await paidOrder()

  expect((await papers()).map(({ data }) => data.seller.vatId)).toEqual(['XI980780684', 'GB980780684'])
})

test('while something required of the seller is missing, the bill waits', async () => {
  await publishSeller(shop, admin, { ...sampleSeller, street: '', vatId: undefined, taxNumber: undefined })
  const { order } = await paidOrder()

  expect(await papers()).toEqual([])
  expect(await shop.db.select().from(invoicesDue)).toMatchObject([{ billId: order._id, missing: ['seller.street', 'seller.vatId'] }])
  expect(await shop.db.select().from(numberSeries)).toEqual([])
})

test('fifty parallel payments have the numbers one to fifty (75)', async () => {
  await publishSeller(shop, admin)
  const bought = await Promise.all(Array.from({ length: 50 }, () => unpaidOrder(shop)))
  const intents: string[] = []
  for (const { buyer, order } of bought) intents.push((await payByCard(shop, await openPaymentOf(buyer, order))).id)

  // Each twice, as by the browser and the webhook.
  await Promise.all([...intents, ...intents].map((id) => settlePayment(shop.services, id)))

  const rows = await papers()
  expect(rows.map(({ sequence }) => sequence).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  expect(new Set(rows.map(({ billId }) => billId)).size).toBe(50)
  await expectBooksToBalance(shop)
})

test('a transaction that fails gives its number back (75)', async () => {
  await publishSeller(shop, admin)
  const [first, second] = [await paidOrder(), await unpaidOrder(shop)]
  const failing = transaction(shop.db, async (tx) => {
    await shop.db.execute(sql`select 1`)
    await issueInvoice(tx, (await lockBill(tx, second.order._id))!)
    throw new Error('the connection is lost')
  })
  await expect(failing).rejects.toThrow('the connection is lost')

  const third = await paidOrder()

  expect((await papers()).map(({ billId, sequence }) => [billId, sequence])).toEqual([
    [first.order._id, 1],
    [third.order._id, 2],
  ])
})

test('an issued paper, its documents and the count of numbers refuse every change (75)', async () => {
  await publishSeller(shop, admin)
  await paidOrder()
  const { id } = (await papers())[0]!
  await shop.db.insert(invoiceDocuments).values({ invoiceId: id, format: 'cii', sha256: 'a'.repeat(64), bytes: 1 })

  const refused = [
    sql`update invoices set data = '{}'`,
    sql`update invoices set gross_cents = gross_cents + 1, net_cents = net_cents + 1`,
    sql`delete from invoices`,
    sql`update invoice_documents set sha256 = ${'b'.repeat(64)}`,
    sql`delete from invoice_documents`,
    sql`update number_series set last = last + 2`,
    sql`update number_series set last = last + 1`,
    sql`update number_series set last = last - 1`,
    sql`delete from number_series`,
    sql`insert into number_series values ('CN', ${year}::int, 1, now())`,
    sql`insert into invoices (kind, series, year, sequence, number, issued_on, user_id, bill_kind, bill_id, buyer_name, order_numbers, net_cents,
      tax_cents, gross_cents, data) select kind, series, year, 2, 'x', issued_on, user_id, bill_kind, gen_random_uuid(), '', '{}', 1, 0, 1, '{}'
      from invoices`,
  ]

  for (const statement of refused) await expect(shop.db.execute(statement)).rejects.toThrow('Failed query')
  expect((await papers()).map(({ sequence, grossCents }) => [sequence, grossCents])).toEqual([[1, 250_000]])
})

const refund = (order: { _id: string }, cents: number) =>
  shop.db.update(orders).set({ refundedCents: cents }).where(eq(orders.id, order._id))
const credit = (order: { _id: string }, reason = 'Broken panels') =>
  transaction(shop.db, async (tx) => issueCreditNote(tx, (await lockBill(tx, order._id))!, { reason }))

test('a credit note is issued for the growth of what is refunded, and once', async () => {
  await publishSeller(shop, admin)
  const { order } = await paidOrder()

  expect(await credit(order)).toBe(undefined)
  await refund(order, 10_001)
  await Promise.all([credit(order), credit(order), credit(order)])
  await refund(order, 0)
  await credit(order)
  await refund(order, 250_000)
  await credit(order)
  await credit(order)

  const [invoice, ...notes] = await papers()
  expect(notes).toMatchObject([
    { kind: 'credit_note', number: `CN-${year}-000001`, invoiceId: invoice!.id, grossCents: 10_001 },
    { kind: 'credit_note', number: `CN-${year}-000002`, invoiceId: invoice!.id, grossCents: 239_999 },
  ])
  expect(notes[0]!.data).toMatchObject({
    credited: { number: invoice!.number, issuedOn: invoice!.issuedOn, reason: 'Broken panels' },
    lines: [{ pieces: 1, unitPrice: '100.0100', netCents: 10_001 }],
    paidCents: 10_001,
  })
})

test('the database refuses a credit note above what is left of its invoice (74)', async () => {
  await publishSeller(shop, admin)
  const { order } = await paidOrder()
  await refund(order, 250_000)
  await credit(order)

  const again = shop.db.execute(sql`
    with taken as (update number_series set last = last + 1 where series = 'CN' returning last)
    insert into invoices (kind, series, year, sequence, number, issued_on, user_id, bill_kind, bill_id, invoice_id, buyer_name, order_numbers,
      net_cents, tax_cents, gross_cents, data)
    select kind, series, year, last, 'CN-again', issued_on, user_id, bill_kind, bill_id, invoice_id, '', '{}', 1, 0, 1, data
    from invoices, taken where kind = 'credit_note'`)

  await expect(again).rejects.toMatchObject({ cause: { constraint: 'credit_within_invoice' } })
})
