import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoices } from '#database/tables/invoices.ts'
import { orders } from '#database/tables/orders.ts'
import { openCrashShop, playRound, type CrashShop } from '#tests/support/crash/crash-rounds.ts'
import { roundsOf } from '#tests/support/crash/rounds-of.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'
import { publishSeller } from '#tests/support/shops/sellers.ts'

/** Around the number that is taken, and around the payment that it belongs to. CRASH_ROUNDS=25 are a hundred kills. */
const points = ['settle: decided', 'paper: numbered', 'settle: committed', 'event: acted on'] as const

let shop: TestShop
let crashShop: CrashShop

beforeAll(async () => {
  shop = await openShop()
  await publishSeller(shop, await shop.admin())
  crashShop = await openCrashShop(shop)
})

afterAll(() => crashShop.stop())

test.each(roundsOf(points))(
  "row 75: a process that dies at '%s' leaves no number without an invoice, and no paid order without one",
  async (label, round) => {
    await playRound(shop, crashShop, { label, nth: 1 + (round % 3) })

    const issued = await shop.db.select().from(invoices).orderBy(asc(invoices.sequence))
    const paid = (await shop.db.select().from(orders)).filter(({ paidAt }) => paidAt !== null)
    expect(issued.map(({ sequence }) => sequence)).toEqual(issued.map((_, index) => index + 1))
    expect(issued.map(({ billId }) => billId).toSorted()).toEqual(paid.map(({ id }) => id).toSorted())
    expect(issued.length).toBeGreaterThan(0)
  },
)
