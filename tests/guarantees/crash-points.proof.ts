import { afterAll, beforeAll, expect, test } from 'vitest'
import { moments } from '#tests/support/crash/crash-process.ts'
import { openCrashShop, playRound, type CrashShop } from '#tests/support/crash/crash-rounds.ts'
import { dieAtEach, ALL_KINDS_LIMIT_MS } from '#tests/support/crash/die-at-each.ts'
import { reportFigure } from '#tests/support/load/figures.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let crashShop: CrashShop

beforeAll(async () => {
  shop = await openShop()
  crashShop = await openCrashShop(shop)
})

afterAll(() => crashShop.stop())

test.each(moments)(
  'row 13, row 30: a process that dies %s loses no acknowledged order, no piece and no money',
  async (moment) => {
    const deaths = await dieAtEach(moment, (at) => playRound(shop, crashShop, at))

    expect(deaths).toBeGreaterThan(0)
    reportFigure('G2', `${deaths} deaths ${moment}: nothing lost, nothing charged twice`, 'before and after each commit, after each answer')
  },
  ALL_KINDS_LIMIT_MS,
)
