import { expect, test } from 'vitest'
import { questionsOf, type Question } from '../../tests/support/hostile/who-has-an-account.ts'
import { median } from '../../tests/support/load/figures.ts'
import { openShop } from '../../tests/support/shops/open-shop.ts'
import { report } from '../measured.ts'

/** Times that each question is asked about what exists, and as often about what does not. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 1_000)
const LIMIT_MS = 5

const shop = await openShop({ passwords: 'real' })
const questions = await questionsOf(shop, ROUNDS)

test.each(questions.map((question) => [question.name, question] as const))(
  'how long %s takes where there is such an account, and where there is none',
  async (name, { ask }) => {
    await timeBoth(ask, 5)

    const { existing, absent } = await timeBoth(ask, ROUNDS)

    const work = median(existing.cpu) - median(absent.cpu)
    const { t, degrees } = welch(existing.wall, absent.wall)
    report({
      what: `G12, ${name}: medians with and without such an account apart`,
      found: Math.abs(median(existing.wall) - median(absent.wall)),
      unit: 'ms',
      atMost: LIMIT_MS,
      note: `their work ${work.toFixed(3)} ms; Welch t = ${t.toFixed(2)} with ${degrees.toFixed(0)} degrees of freedom, ${ROUNDS} of each`,
    })
    expect(existing.wall).toHaveLength(ROUNDS)
  },
)

/** What one class took, in milliseconds: by the clock, and of this process's own work alone. */
type Times = { wall: number[]; cpu: number[] }

/** So many rounds for each class, asked in turn, in an order that changes with every round. */
async function timeBoth(ask: Question['ask'], rounds: number): Promise<{ existing: Times; absent: Times }> {
  const times = { existing: { wall: [], cpu: [] } as Times, absent: { wall: [], cpu: [] } as Times }
  const time = async (exists: boolean) => {
    const [begun, workBegun] = [performance.now(), process.cpuUsage()]
    await ask(exists)
    const { user, system } = process.cpuUsage(workBegun)
    const { wall, cpu } = times[exists ? 'existing' : 'absent']
    wall.push(performance.now() - begun)
    cpu.push((user + system) / 1_000)
  }
  for (let round = 0; round < rounds; round++) {
    await time(round % 2 === 0)
    await time(round % 2 === 1)
  }
  return times
}

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
