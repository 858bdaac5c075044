import { expect, test } from 'vitest'
import { median } from '#tests/support/load/figures.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { questionsOf, timeBoth } from '#tests/support/hostile/who-has-an-account.ts'

/** Least difference of medians that counts as one, in milliseconds. */
const LIMIT_MS = 5
/** A machine that is busy with something else can slow down one of two classes; it does not do so every time. */
const TRIES = 8
/**
 * The password's hash takes so long that what else the machine does meanwhile hides everything, so of it only the work
 * is measured; tests/deep/enumeration.deep.ts goes by the clock.
 */
const measures: Record<string, { rounds: number; clock: 'wall' | 'cpu' }> = {
  'signing in': { rounds: 6, clock: 'cpu' },
  'a new password': { rounds: 4, clock: 'wall' },
}
const shop = await openShop({ passwords: 'real' })
const questions = await questionsOf(shop, 20)

test.each(questions.map((question) => [question.name, question] as const))(
  'row 32, row 39: %s is answered in the same words whether there is such an account or not',
  async (_, { ask }) => {
    const [existing, absent] = [await ask(true), await ask(false)]

    expect(existing).toBe(absent)
  },
)

test.each(questions.map((question) => [question.name, question] as const))(
  'row 39, G12: %s takes as long whether there is such an account or not',
  async (name, { ask }) => {
    const { rounds, clock } = measures[name] ?? { rounds: 40, clock: 'wall' }
    await timeBoth(ask, 2)
    const differences: number[] = []

    while (differences.length < TRIES && !differences.some((difference) => difference < LIMIT_MS)) {
      const { existing, absent } = await timeBoth(ask, rounds)
      differences.push(Math.abs(median(existing[clock]) - median(absent[clock])))
    }

    expect(Math.min(...differences)).toBeLessThan(LIMIT_MS)
  },
)
