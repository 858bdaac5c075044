import { afterAll, beforeAll, test } from 'vitest'
import { crashLabels, groupCrashLabels, type CrashLabel } from '#server/platform/crash-point.ts'
import { playGroupRound } from '#tests/support/crash/crash-group-rounds.ts'
import { openCrashShop, type CrashShop } from '#tests/support/crash/crash-rounds.ts'
import { roundsOf } from '#tests/support/crash/rounds-of.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'

/** Nobody who orders a quote holds pieces first, or places an order by itself. */
const passed = crashLabels.filter((label) => !/^(hold|order|release): /.test(label))
const points: CrashLabel[] = [...groupCrashLabels, ...passed]

let shop: TestShop
let crashShop: CrashShop

beforeAll(async () => {
  shop = await openShop()
  crashShop = await openCrashShop(shop)
})

afterAll(() => crashShop.stop())

test.each(roundsOf(points))(
  "rows 13 and 30: a process that dies at '%s' leaves no quote ordered by half or twice, and no group paid so",
  (label, round) => playGroupRound(shop, crashShop, { label, nth: 1 + (round % 2) }),
)
