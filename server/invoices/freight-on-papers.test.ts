import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { freightCentsOf, type InvoiceData } from '#contract/payments/invoices.ts'
import { invoices } from '#database/tables/invoices.ts'
import { checkInvariants } from '#server/run/invariants/check-invariants.ts'
import { groupWithFreight } from '#tests/support/shops/freight.ts'
import { openPaymentOfGroup } from '#tests/support/shops/order-groups.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance, payByCard, reportPaid } from '#tests/support/shops/payments.ts'
import { refundByAdmin } from '#tests/support/shops/refunds.ts'
import { publishSeller } from '#tests/support/shops/sellers.ts'
import { germanTax } from '#tests/support/shops/taxed.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  await publishSeller(shop, admin)
})

/** A paid group with an invoice: goods for $1,000 and $2,000 at 19 % and 7 %, and $45 of freight, of which the second has two thirds. */
async function invoiced() {
  const { buyer, group } = await groupWithFreight(shop, {
    prices: [1, 2],
    freightCents: 4_500,
    taxes: [germanTax, { ...germanTax, rateBp: 700 }],
  })
  const { id } = await payByCard(shop, await openPaymentOfGroup(buyer, group))
  await reportPaid(buyer, group.orders[0]!, id)
  return group
}

const papersOf = async (billId: string): Promise<InvoiceData[]> =>
  (await shop.db.select().from(invoices).where(eq(invoices.billId, billId)).orderBy(asc(invoices.position))).map(({ data }) => data)

/** What the books have of the papers of a bill, credits above zero. */
async function bookedOf(billId: string) {
  const { rows } = await shop.db.execute<{ account: string; cents: number }>(sql`
    select account, -sum(cents)::int as cents from postings
    where bill_id = ${billId}::uuid and account in ('revenue', 'freight', 'tax_payable') group by account`)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

test('an invoice charges freight by the rate of its goods, beside them, and the books have it on an account of its own', async () => {
  const { groupId } = await invoiced()

  const [invoice] = await papersOf(groupId)

  expect(invoice).toMatchObject({
    carriage: ['Pallets, DAP Hamburg, Incoterms 2020'],
    lines: [
      { netCents: 100_000, freightCents: 1_500, taxCents: 19_285 },
      { netCents: 200_000, freightCents: 3_000, taxCents: 14_210 },
    ],
    taxes: [
      { rateBp: 1_900, netCents: 101_500, freightCents: 1_500, taxCents: 19_285 },
      { rateBp: 700, netCents: 203_000, freightCents: 3_000, taxCents: 14_210 },
    ],
    netCents: 304_500,
    grossCents: 337_995,
    paidCents: 337_995,
  })
  expect(await bookedOf(groupId)).toEqual({ revenue: 300_000, freight: 4_500, tax_payable: 33_495 })
  await expectBooksToBalance(shop)
})

/** An order that is refunded in two steps, what `first` says and then the rest: both credit notes. The books keep the other order alone. */
async function creditedInTwo(first: object) {
  const { groupId, orders } = await invoiced()
  const [order] = orders
  const given = await admin.post(`/order/${order!._id}/refund`, { reason: 'Late', ...first })
  const known = (await admin.get(`/order/${order!._id}/refunds`)).json()
  await refundByAdmin(admin, order!)

  expect(await bookedOf(groupId)).toEqual({ revenue: 200_000, freight: 3_000, tax_payable: 14_210 })
  await expectBooksToBalance(shop)
  const [, part, rest] = await papersOf(groupId)
  return { given: given.json(), known, part: part!, rest: rest! }
}

test('a part refund is credited as a part of the price, and the rest of the order with its freight', async () => {
  const { part, rest } = await creditedInTwo({ amount: 119 })

  expect(part).toMatchObject({ netCents: 10_000, taxCents: 1_900, grossCents: 11_900 })
  expect(freightCentsOf(part)).toBe(0)
  expect(rest).toMatchObject({
    lines: [{ netCents: 90_000, freightCents: 1_500 }],
    netCents: 91_500,
    taxCents: 17_385,
    grossCents: 108_885,
  })
})

test('freight that goes back alone is credited as freight, and the rest of the order as its price', async () => {
  const { given, known, part, rest } = await creditedInTwo({ freight: true })

  expect(given).toMatchObject({ modifiedCount: 1, order: { refunded: false, refundedTotal: 17.85 } })
  expect(known).toMatchObject({ freightLeft: 0, refunds: [{ amount: 17.85, freight: 17.85 }] })
  expect(part).toMatchObject({ lines: [{ netCents: 0, freightCents: 1_500 }], netCents: 1_500, taxCents: 285 })
  expect(rest).toMatchObject({ lines: [{ netCents: 100_000, pieces: 1_000 }], netCents: 100_000, taxCents: 19_000 })
})

test('a whole group that is refunded leaves nothing in revenue, freight and tax, and no order owes a cent', async () => {
  const { groupId, orders } = await invoiced()

  for (const order of orders) expect((await refundByAdmin(admin, order)).json()).toMatchObject({ modifiedCount: 1 })

  const notes = (await papersOf(groupId)).slice(1)
  expect(notes.map(({ lines }) => lines[0]!.pieces)).toEqual([1_000, 1_000])
  expect(Object.values(await bookedOf(groupId))).toEqual([0, 0, 0])
  expect((await checkInvariants(shop.db)).filter(({ count }) => count > 0)).toEqual([])
})
