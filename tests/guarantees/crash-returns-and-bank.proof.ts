import { afterAll, beforeAll, test } from 'vitest'
import { bankCrashLabels, returnCrashLabels } from '#server/platform/crash-point.ts'
import { playBankRound } from '#tests/support/crash/crash-bank-rounds.ts'
import { playReturnRound } from '#tests/support/crash/crash-return-rounds.ts'
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

test.each(roundsOf(returnCrashLabels))(
  "row 74: a process that dies at '%s' leaves no return half done, and money goes back once",
  (label) => playReturnRound(shop, crashShop, { label, nth: 1 }),
)

test.each(roundsOf(bankCrashLabels))("row 78: a process that dies at '%s' leaves no movement of the bank lost or taken twice", (label) =>
  playBankRound(shop, crashShop, { label, nth: 1 }),
)
