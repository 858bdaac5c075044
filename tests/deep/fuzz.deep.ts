import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzzedCalls, titleOf } from '#tests/support/hostile/all-calls.ts'
import {
  ANSWER_MS,
  boulderCall,
  describeReports,
  furnish,
  fuzzCall,
  neverTaken,
  newReport,
  shareTaken,
  type FuzzReport,
} from '#tests/support/hostile/fuzz-calls.ts'
import { reportFigure } from '#tests/support/load/figures.ts'
import { chosenSeed } from '#tests/support/seeded.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'

/** FUZZ_RUNS is the number of requests to each call. */
const seed = chosenSeed()
const runs = Number(process.env['FUZZ_RUNS'] ?? 5_000)
/** Requests after which the people are new, long before their access tokens end. */
const RUNS_IN_A_ROOM = 500

let shop: TestShop
const reports = new Map<string, FuzzReport>()

beforeAll(async () => {
  shop = await openShop()
})

afterAll(() => {
  const slowestMs = Math.max(...Array.from(reports.values(), (report) => report.slowestMs))
  reportFigure(
    'G6',
    `${describeReports(reports)}; slowest ${Math.round(slowestMs)} ms, SEED=${seed}`,
    '5,000 to each, 0 x 5xx, 0 over 2 s, 0 answers outside the contract',
  )
})

test.each(fuzzedCalls.map((call) => [titleOf(call), call] as const))(
  '%s answers whatever is sent as the contract says, and in time',
  async (title, call) => {
    const report = newReport()
    reports.set(title, report)
    for (let made = 0; made < runs; made += RUNS_IN_A_ROOM) {
      const room = await furnish(shop)
      await fuzzCall(shop, call, { room, runs: Math.min(runs - made, RUNS_IN_A_ROOM), seed: seed + made, report })
    }
    await boulderCall(shop, call, { room: await furnish(shop), report })
    process.stdout.write(`${title}: ${runs} requests, slowest ${Math.round(report.slowestMs)} ms\n`)

    expect(report.slowestMs).toBeLessThan(ANSWER_MS)
    expect(shareTaken(report) > 0 || neverTaken.has(title), 'answered with success at least once').toBe(true)
  },
)
