import { afterAll, beforeAll, test } from 'vitest'
import { refundCrashLabels } from '#server/platform/crash-point.ts'
import { playRefundRound } from '#tests/support/crash/crash-refund-rounds.ts'
import { openCrashShop, type CrashShop } from '#tests/support/crash/crash-rounds.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'

/** How often the process dies at each point. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 1)

let shop: TestShop
let crashShop: CrashShop

beforeAll(async () => {
  shop = await openShop()
  crashShop = await openCrashShop(shop)
})

afterAll(() => crashShop.stop())

test.each(refundCrashLabels)(
  "rows 73 and 74: a process that dies at '%s' leaves no money given back twice or not at all",
  async (label) => {
    for (let round = 0; round < ROUNDS; round++) await playRefundRound(shop, crashShop, { label, nth: 1 + (round % 2) })
  },
)
