import { expect, test } from 'vitest'
import { reportFigure } from '#tests/support/load/figures.ts'
import { nothingYet, openModelShop, playSchedule } from '#tests/support/model/shop-schedule.ts'
import { chosenSeed } from '#tests/support/seeded.ts'

/** One seed plays one schedule, and the next ones follow. SEED with SCHEDULES=1 repeats one. */
const SCHEDULES = Number(process.env['SCHEDULES'] ?? 1_000)
const SIZE = { buyers: 4, parts: 3, rounds: 20, stepsAtOnce: 8 }

test(`in ${SCHEDULES} long schedules the shop does what a simple model of it says (G8)`, async () => {
  const modelShop = await openModelShop()
  const first = chosenSeed()
  process.stdout.write(`model: SEED=${first} and the ${SCHEDULES - 1} after it\n`)

  const tally = nothingYet()
  for (let seed = first; seed < first + SCHEDULES; seed++) await playSchedule(modelShop, seed, SIZE, tally)

  // A model that nothing happens in proves nothing; one schedule alone need not have had everything.
  if (SCHEDULES > 1) expect(Object.entries(tally).filter(([, times]) => times === 0)).toEqual([])
  reportFigure('G8', `${SCHEDULES} schedules, ${JSON.stringify(tally)}: 0 violations`, '1000 seeds, 0')
})
