import { afterAll, beforeAll, expect, test } from 'vitest'
import { playGroupRound } from '#tests/support/crash/crash-group-rounds.ts'
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
  'row 13, row 30: a process that dies %s leaves no quote ordered by half or twice, and no group paid so',
  async (moment) => {
    const deaths = await dieAtEach(moment, (at) => playGroupRound(shop, crashShop, at))

    expect(deaths).toBeGreaterThan(0)
  },
  ALL_KINDS_LIMIT_MS,
)
