import { afterAll, beforeAll, test } from 'vitest'
import { careCrashLabels } from '#server/platform/crash-point.ts'
import { playCareRound } from '#tests/support/crash/crash-care-rounds.ts'
import { openCrashShop, type CrashShop } from '#tests/support/crash/crash-rounds.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let crashShop: CrashShop

beforeAll(async () => {
  shop = await openShop()
  crashShop = await openCrashShop(shop)
})

afterAll(() => crashShop.stop())

test.each(careCrashLabels)("row 81: a process that dies at '%s' loses no change, message, parcel or mail, and repeats none", (label) =>
  playCareRound(shop, crashShop, { label, nth: 1 }),
)
