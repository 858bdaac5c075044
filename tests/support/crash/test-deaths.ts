import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportFigure } from '../load/figures.ts'
import { openShop, type TestShop } from '../shops/open-shop.ts'
import { moments, type CrashAt } from './crash-process.ts'
import { openCrashShop, type CrashShop } from './crash-rounds.ts'
import { ALL_KINDS_LIMIT_MS, dieAtEach } from './die-at-each.ts'

/**
 * Tests each moment at which a process can die, by its commits and answers, in a separate shop.
 * @param title with '%s' for the moment
 * @param playRound returns whether the process died before the round was over
 * @param prepare is done once, before the process starts
 */
export function testDeaths(
  title: string,
  playRound: (shop: TestShop, crashShop: CrashShop, at: CrashAt) => Promise<boolean>,
  prepare: (shop: TestShop) => Promise<unknown> = async () => {},
): void {
  describe('a process that dies', () => {
    let shop: TestShop
    let crashShop: CrashShop

    beforeAll(async () => {
      shop = await openShop()
      await prepare(shop)
      crashShop = await openCrashShop(shop)
    })

    afterAll(() => crashShop.stop())

    test.each(moments)(
      title,
      async (moment) => {
        const deaths = await dieAtEach(moment, (at) => playRound(shop, crashShop, at))

        expect(deaths).toBeGreaterThan(0)
        reportFigure('G2', `${title.replace('%s', moment)}: ${deaths} deaths`, 'before and after each commit, after each answer')
      },
      ALL_KINDS_LIMIT_MS,
    )
  })
}
