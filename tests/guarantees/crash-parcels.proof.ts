import { afterAll, beforeAll, test } from 'vitest'
import { parcelCrashLabels } from '#server/platform/crash-point.ts'
import { playParcelRound } from '#tests/support/crash/crash-parcel-rounds.ts'
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

test.each(roundsOf(parcelCrashLabels))("row 81: a process that dies at '%s' leaves no parcel lost and none sent twice", (label, round) =>
  playParcelRound(shop, crashShop, { label, nth: 1 + (round % 3) }),
)
