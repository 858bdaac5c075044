import { afterAll, beforeAll, expect, test } from 'vitest'
import { playRefundRound } from '#tests/support/crash/crash-refund-rounds.ts'
import { moments } from '#tests/support/crash/crash-process.ts'
import { openCrashShop, type CrashShop } from '#tests/support/crash/crash-rounds.ts'
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
  'row 73, row 74: a process that dies %s leaves no money given back twice or not at all',
  async (moment) => {
    const deaths = await dieAtEach(moment, (at) => playRefundRound(shop, crashShop, at))

    expect(deaths).toBeGreaterThan(0)
  },
  ALL_KINDS_LIMIT_MS,
)
