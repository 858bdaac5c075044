import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoices } from '#database/tables/invoices.ts'
import { orders } from '#database/tables/orders.ts'
import { moments } from '#tests/support/crash/crash-process.ts'
import { openCrashShop, playRound, type CrashShop } from '#tests/support/crash/crash-rounds.ts'
import { dieAtEach, ALL_KINDS_LIMIT_MS } from '#tests/support/crash/die-at-each.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'
import { publishSeller } from '#tests/support/shops/sellers.ts'

let shop: TestShop
let crashShop: CrashShop

beforeAll(async () => {
  shop = await openShop()
  await publishSeller(shop, await shop.admin())
  crashShop = await openCrashShop(shop)
})

afterAll(() => crashShop.stop())

test.each(moments)(
  'row 75: a process that dies %s leaves no number without an invoice, and no paid order without one',
  async (moment) => {
    const deaths = await dieAtEach(moment, async (at) => {
      const hasDied = await playRound(shop, crashShop, at)
      await expectOneInvoiceForEachPaidOrder()
      return hasDied
    })

    expect(deaths).toBeGreaterThan(0)
  },
  ALL_KINDS_LIMIT_MS,
)

async function expectOneInvoiceForEachPaidOrder(): Promise<void> {
  const issued = await shop.db.select().from(invoices).orderBy(asc(invoices.sequence))
  const paid = (await shop.db.select().from(orders)).filter(({ paidAt }) => paidAt !== null)
  expect(issued.map(({ sequence }) => sequence)).toEqual(issued.map((_, index) => index + 1))
  expect(issued.map(({ billId }) => billId).toSorted()).toEqual(paid.map(({ id }) => id).toSorted())
  expect(issued.length).toBeGreaterThan(0)
}
