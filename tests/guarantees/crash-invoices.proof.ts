import { asc } from 'drizzle-orm'
import { expect } from 'vitest'
import { invoices } from '#database/tables/invoices.ts'
import { orders } from '#database/tables/orders.ts'
import { playRound } from '#tests/support/crash/crash-rounds.ts'
import { testDeaths } from '#tests/support/crash/test-deaths.ts'
import type { TestShop } from '#tests/support/shops/open-shop.ts'
import { publishSeller } from '#tests/support/shops/sellers.ts'

testDeaths(
  'a process that dies %s leaves no number without an invoice, and no paid order without one (75)',
  async (shop, crashShop, at) => {
    const hasDied = await playRound(shop, crashShop, at)
    await expectOneInvoiceForEachPaidOrder(shop)
    return hasDied
  },
  async (shop) => publishSeller(shop, await shop.admin()),
)

async function expectOneInvoiceForEachPaidOrder({ db }: TestShop): Promise<void> {
  const issued = await db.select().from(invoices).orderBy(asc(invoices.sequence))
  const paid = (await db.select().from(orders)).filter(({ paidAt }) => paidAt !== null)
  expect(issued.map(({ sequence }) => sequence)).toEqual(issued.map((_, index) => index + 1))
  expect(issued.map(({ billId }) => billId).toSorted()).toEqual(paid.map(({ id }) => id).toSorted())
  expect(issued.length).toBeGreaterThan(0)
}
