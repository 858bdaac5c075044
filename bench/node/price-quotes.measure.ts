import { expect, test } from 'vitest'
import type { PricedLines, Quote } from '../../contract/quotes/quotes.ts'
import { median } from '../../tests/support/load/figures.ts'
import { growCatalogue, quoteLinesOf } from '../../tests/support/load/large-quotes.ts'
import { chanceOf, chosenSeed } from '../../tests/support/seeded.ts'
import { openShop, type TestShop } from '../../tests/support/shops/open-shop.ts'
import { measureWork, type Work } from '../load/work-of.ts'
import { report } from '../measured.ts'

const seed = chosenSeed()
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
/** Milliseconds that so many lines may take, and that one turn of the event loop may. */
const LIMITS = { 1_000: 300, 10_000: 3_000, turn: 50, documentTurn: 100 }

/** The medians of several rounds, after one that does not count. */
async function measure(shop: TestShop, work: () => Promise<unknown>): Promise<Work> {
  await work()
  const rounds: Work[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureWork(shop.db, work))
  const middle = (of: keyof Work) => Math.round(median(rounds.map((each) => each[of])))
  return { wallMs: middle('wallMs'), cpuMs: middle('cpuMs'), turnMs: middle('turnMs') }
}

function reportWork(what: string, { wallMs, cpuMs, turnMs }: Work, limits: { wholeMs?: number; turnMs: number }): void {
  const note = `${wallMs} ms by the clock, ${cpuMs} ms of processors`
  // A busy machine lengthens the clock's figure, two processors at work the other.
  const whole = { found: Math.min(wallMs, cpuMs), unit: 'ms', note, ...(limits.wholeMs && { atMost: limits.wholeMs }) }
  report({ what, ...whole })
  report({ what: `${what}: longest turn of the event loop`, found: turnMs, unit: 'ms', atMost: limits.turnMs })
}

const post = (shop: TestShop, url: string, token: string | undefined, payload: string) =>
  shop.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  })

test.each([24, 10_000])('how long lines take to be priced with %i parts on sale', async (parts) => {
  const shop = await openShop()
  await growCatalogue(shop.db, parts)
  for (const count of [1_000, 10_000] as const) {
    const payload = JSON.stringify({ lines: await quoteLinesOf(shop.db, count, chanceOf(seed)) })
    const answer = (await post(shop, '/api/quotes/price', undefined, payload)).json<PricedLines>()

    const work = await measure(shop, () => post(shop, '/api/quotes/price', undefined, payload))

    reportWork(`${count} lines priced, ${parts} parts on sale`, work, { wholeMs: LIMITS[count], turnMs: LIMITS.turn })
    expect(answer.lines).toHaveLength(count)
  }
})

test('how long 10,000 lines take to be saved, read and written into files', async () => {
  const shop = await openShop()
  const buyer = await shop.customer()
  await growCatalogue(shop.db, 10_000)
  const payload = JSON.stringify({ lines: await quoteLinesOf(shop.db, 10_000, chanceOf(seed)) })
  const { _id } = (await post(shop, '/api/quotes', buyer.token, payload)).json<Quote>()
  const works = {
    saved: () => post(shop, '/api/quotes', buyer.token, payload),
    read: () => buyer.get(`/quotes/${_id}`),
    'as CSV': () => buyer.get(`/quotes/${_id}/document?format=csv`),
    'as XLSX': () => buyer.get(`/quotes/${_id}/document?format=xlsx`),
    'as PDF': () => buyer.get(`/quotes/${_id}/document?format=pdf`),
  }

  for (const [what, work] of Object.entries(works)) {
    reportWork(`10,000 lines ${what}`, await measure(shop, work), { turnMs: LIMITS.documentTurn })
  }
})
