import { afterAll, beforeAll, test } from 'vitest'
import { refundCrashLabels } from '#server/platform/crash-point.ts'
import { playRefundRound } from '#tests/support/crash/crash-refund-rounds.ts'
import { openCrashShop, type CrashShop } from '#tests/support/crash/crash-rounds.ts'
import { roundsOf } from '#tests/support/crash/rounds-of.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let crashShop: CrashShop

beforeAll(async () => {
  shop = await openShop()
  crashShop = await openCrashShop(shop)
})

afterAll(() => crashShop.stop())

test.each(roundsOf(refundCrashLabels))(
  "rows 73 and 74: a process that dies at '%s' leaves no money given back twice or not at all",
  (label, round) => playRefundRound(shop, crashShop, { label, nth: 1 + (round % 2) }),
)
