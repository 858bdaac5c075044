import { expect, test } from 'vitest'
import type { PricedLines, Quote } from '#contract/quotes.ts'
import { median, reportFigure } from '#tests/support/load/figures.ts'
import { growCatalogue, quoteLinesOf } from '#tests/support/load/large-quotes.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'
import { chanceOf, chosenSeed } from '#tests/support/seeded.ts'
import { measureWork, type Work } from '#tests/support/load/work-of.ts'

const seed = chosenSeed()
const ROUNDS = Number(process.env['DEEP_ROUNDS'] ?? 5)
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

const say = (what: string, { wallMs, cpuMs, turnMs }: Work, toReach: string) =>
  reportFigure('quotes', `${what}: ${cpuMs} ms of processor time (${wallMs} ms by the clock), longest turn ${turnMs} ms`, toReach)

const post = (shop: TestShop, url: string, token: string | undefined, payload: string) =>
  shop.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  })

test.each([24, 10_000])('lines are priced in time with %i parts on sale', async (parts) => {
  const shop = await openShop()
  await growCatalogue(shop.db, parts)
  for (const count of [1_000, 10_000] as const) {
    const payload = JSON.stringify({ lines: await quoteLinesOf(shop.db, count, chanceOf(seed)) })
    const answer = (await post(shop, '/api/quotes/price', undefined, payload)).json<PricedLines>()
    const statuses = Object.entries(Object.groupBy(answer.lines, ({ status }) => status)).map(
      ([status, lines]) => `${lines!.length} ${status}`,
    )

    const work = await measure(shop, () => post(shop, '/api/quotes/price', undefined, payload))

    say(`${parts} parts, ${count} lines priced (${statuses.join(', ')})`, work, `${LIMITS[count]} ms, turns of ${LIMITS.turn} ms`)
    expect(answer.lines).toHaveLength(count)
    // A busy machine lengthens the clock's figure, two processors at work the other.
    expect(Math.min(work.cpuMs, work.wallMs)).toBeLessThan(LIMITS[count])
    expect(work.turnMs).toBeLessThan(LIMITS.turn)
  }
})

test('10,000 lines are saved, read and written into files while the shop goes on answering', async () => {
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
    const measured = await measure(shop, work)

    say(`10,000 lines ${what}`, measured, `turns of ${LIMITS.documentTurn} ms`)
    expect(measured.turnMs).toBeLessThan(LIMITS.documentTurn)
  }
})
