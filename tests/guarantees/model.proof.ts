import { expect, test } from 'vitest'
import { reportFigure } from '#tests/support/load/figures.ts'
import { nothingYet, openModelShop, playSchedule } from '#tests/support/model/shop-schedule.ts'
import { chosenSeed } from '#tests/support/seeded.ts'

/** One seed plays one schedule, and the next ones follow. SEED with SCHEDULES=1 repeats one. */
const SCHEDULES = Number(process.env['SCHEDULES'] ?? 50)
const SIZE = { buyers: 3, parts: 2, rounds: 8, stepsAtOnce: 6 }

test('whatever customers, admins, the processor and the jobs do at once, the shop does what a simple model of it says (G8)', async () => {
  const modelShop = await openModelShop()
  const first = chosenSeed()
  process.stdout.write(`model: SEED=${first} and the ${SCHEDULES - 1} after it\n`)

  const tally = nothingYet()
  for (let seed = first; seed < first + SCHEDULES; seed++) await playSchedule(modelShop, seed, SIZE, tally)

  // A model that nothing happens in proves nothing; one schedule alone need not have had it all.
  const { orders, paid, shipped, reduced, parceled, delivered, cancelled, refused } = tally
  if (SCHEDULES > 1) expect(Math.min(orders, paid, shipped, reduced, parceled, delivered, cancelled, refused)).toBeGreaterThan(0)
  reportFigure('G8', `${SCHEDULES} schedules, ${JSON.stringify(tally)}: 0 violations`, '50 seeds, 0')
})
