import { afterAll, beforeAll, expect, test } from 'vitest'
import { armCrashPoint, crashLabels } from '#server/platform/crash-point.ts'
import { readSettings, SettingsError } from '#server/platform/settings/settings.ts'
import { BUYERS, openCrashShop, playRound, type CrashShop } from '#tests/support/crash/crash-rounds.ts'
import { roundsOf } from '#tests/support/crash/rounds-of.ts'
import { reportFigure } from '#tests/support/load/figures.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let crashShop: CrashShop
let rounds = 0

beforeAll(async () => {
  shop = await openShop()
  crashShop = await openCrashShop(shop)
})

afterAll(async () => {
  await crashShop.stop()
  reportFigure('G2', `${rounds} kills at ${crashLabels.length} points: nothing lost, nothing charged twice`, '20 points x 10')
})

// Of the twenty points; tests/deep/kill.deep.ts comes to each ten times.
test.each(roundsOf(crashLabels))(
  "rows 13 and 30: a process that dies at '%s' loses no acknowledged order, no piece and no money",
  (label) => playRound(shop, crashShop, { label, nth: 1 + (rounds++ % BUYERS) }),
)

test('row 13: a shop in production cannot be told to die', () => {
  const tell = () => readSettings({ SHOP_MODE: 'production', CRASH_AT: 'hold: committed:1' })

  expect(tell).toThrow(SettingsError)
  expect(tell).toThrow(/CRASH_AT is for tests/)
  expect(() => armCrashPoint({ mode: 'production' }, { label: 'hold: committed', nth: 1 })).toThrow()
})
