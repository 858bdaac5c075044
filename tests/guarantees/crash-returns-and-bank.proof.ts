import { afterAll, beforeAll, test } from 'vitest'
import { bankCrashLabels, returnCrashLabels } from '#server/platform/crash-point.ts'
import { playBankRound } from '#tests/support/crash/crash-bank-rounds.ts'
import { playReturnRound } from '#tests/support/crash/crash-return-rounds.ts'
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

test.each(returnCrashLabels)("row 74: a process that dies at '%s' leaves no return half done, and money goes back once", async (label) => {
  for (let round = 0; round < ROUNDS; round++) await playReturnRound(shop, crashShop, { label, nth: 1 })
})

test.each(bankCrashLabels)("row 78: a process that dies at '%s' leaves no movement of the bank lost or taken twice", async (label) => {
  for (let round = 0; round < ROUNDS; round++) await playBankRound(shop, crashShop, { label, nth: 1 })
})
