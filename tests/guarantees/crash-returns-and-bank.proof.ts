import { afterAll, beforeAll, expect, test } from 'vitest'
import { playBankRound } from '#tests/support/crash/crash-bank-rounds.ts'
import { moments } from '#tests/support/crash/crash-process.ts'
import { openCrashShop, type CrashShop } from '#tests/support/crash/crash-rounds.ts'
import { playReturnRound } from '#tests/support/crash/crash-return-rounds.ts'
import { dieAtEach, ALL_KINDS_LIMIT_MS } from '#tests/support/crash/die-at-each.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let crashShop: CrashShop

beforeAll(async () => {
  shop = await openShop()
  crashShop = await openCrashShop(shop)
})

afterAll(() => crashShop.stop())

test.each(moments)(
  'row 74: a process that dies %s leaves no return half done, and money goes back once',
  async (moment) => {
    const deaths = await dieAtEach(moment, (at) => playReturnRound(shop, crashShop, at))

    expect(deaths).toBeGreaterThan(0)
  },
  ALL_KINDS_LIMIT_MS,
)

test.each(moments)(
  'row 78: a process that dies %s leaves no movement of the bank lost or taken twice',
  async (moment) => {
    const deaths = await dieAtEach(moment, (at) => playBankRound(shop, crashShop, at))

    expect(deaths).toBeGreaterThan(0)
  },
  ALL_KINDS_LIMIT_MS,
)
