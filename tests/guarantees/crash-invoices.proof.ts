import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoices } from '#database/tables/invoices.ts'
import { orders } from '#database/tables/orders.ts'
import { openCrashShop, playRound, type CrashShop } from '#tests/support/crash/crash-rounds.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'
import { publishSeller } from '#tests/support/shops/sellers.ts'

/** How often the process dies at each point; 25 are a hundred kills. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 1)

/** Around the number that is taken, and around the payment that it belongs to. */
const points = ['settle: decided', 'paper: numbered', 'settle: committed', 'event: acted on'] as const

let shop: TestShop
let crashShop: CrashShop

beforeAll(async () => {
  shop = await openShop()
  await publishSeller(shop, await shop.admin())
  crashShop = await openCrashShop(shop)
})

afterAll(() => crashShop.stop())

test.each(points)(
  "row 75: a process that dies at '%s' leaves no number without an invoice, and no paid order without one",
  async (label) => {
    for (let round = 0; round < ROUNDS; round++) await playRound(shop, crashShop, { label, nth: 1 + (round % 3) })

    const issued = await shop.db.select().from(invoices).orderBy(asc(invoices.sequence))
    const paid = (await shop.db.select().from(orders)).filter(({ paidAt }) => paidAt !== null)
    expect(issued.map(({ sequence }) => sequence)).toEqual(issued.map((_, index) => index + 1))
    expect(issued.map(({ billId }) => billId).toSorted()).toEqual(paid.map(({ id }) => id).toSorted())
    expect(issued.length).toBeGreaterThan(0)
  },
  ROUNDS * HANG_LIMIT_MS,
)
