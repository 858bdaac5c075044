import { expect, test } from 'vitest'
import { median, reportFigure } from '#tests/support/load/figures.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { questionsOf, timeBoth } from '#tests/support/hostile/who-has-an-account.ts'

/** Times that each question is asked about what exists, and as often about what does not. */
const ROUNDS = Number(process.env['DEEP_ROUNDS'] ?? 1_000)
const LIMIT_MS = 5

const shop = await openShop({ passwords: 'real' })
const questions = await questionsOf(shop, ROUNDS)

test.each(questions.map((question) => [question.name, question] as const))(
  'row 39, G12: %s, asked a thousand times of each kind, takes as long whether there is such an account or not',
  async (name, { ask }) => {
    await timeBoth(ask, 5)

    const { existing, absent } = await timeBoth(ask, ROUNDS)

    const difference = median(existing.wall) - median(absent.wall)
    const work = median(existing.cpu) - median(absent.cpu)
    const { t, degrees } = welch(existing.wall, absent.wall)
    reportFigure(
      'G12',
      `${name}: medians differ by ${difference.toFixed(3)} ms, their work by ${work.toFixed(3)} ms, Welch t = ${t.toFixed(2)} with ${degrees.toFixed(0)} degrees of freedom, ${ROUNDS} of each`,
      `below ${LIMIT_MS} ms`,
    )
    expect(Math.abs(difference)).toBeLessThan(LIMIT_MS)
  },
)

/** Welch's test of two means whose variances differ; the slowest twentieth of each is a hiccup of the machine. */
function welch(one: number[], other: number[]): { t: number; degrees: number } {
  const [a, b] = [describe(one), describe(other)]
  const [errorA, errorB] = [a.variance / a.count, b.variance / b.count]
  const degrees = (errorA + errorB) ** 2 / (errorA ** 2 / (a.count - 1) + errorB ** 2 / (b.count - 1))
  return { t: (a.mean - b.mean) / Math.sqrt(errorA + errorB), degrees }
}

function describe(values: number[]): { count: number; mean: number; variance: number } {
  const kept = values.toSorted((a, b) => a - b).slice(0, Math.ceil(values.length * 0.95))
  const mean = kept.reduce((sum, value) => sum + value, 0) / kept.length
  const variance = kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (kept.length - 1)
  return { count: kept.length, mean, variance }
}
