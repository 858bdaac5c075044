import { sql } from 'drizzle-orm'
import { beforeAll, test } from 'vitest'
import { deskSorts } from '../../contract/parts/part-desk.ts'
import { stockStateNames } from '../../contract/parts/stock-states.ts'
import { createFacetCounter } from '../../server/parts/count-facets.ts'
import { listManagedParts } from '../../server/parts/list-managed-parts.ts'
import { searchParts } from '../../server/parts/search-parts.ts'
import { median } from '../../tests/support/load/figures.ts'
import { insertDescribedParts, nextFilter } from '../../tests/support/load/described-parts.ts'
import { chanceOf, chosenSeed } from '../../tests/support/seeded.ts'
import { openShop, type TestShop } from '../../tests/support/shops/open-shop.ts'
import { report } from '../measured.ts'

const PARTS = Number(process.env['BENCH_PARTS'] ?? 100_000)
const SEARCHES = 400
const DESK_PAGES = 120
const TO_REACH_MS = 40

let shop: TestShop
const chance = chanceOf(chosenSeed())

beforeAll(async () => {
  shop = await openShop()
  await insertDescribedParts(shop.db, PARTS, chance)
})

const someText = () => chance.pick(['board', 'con', 'panel 4k'])

test('how long a page of parts with the counts of its filters takes', async () => {
  const countFacets = createFacetCounter(shop.db)
  const readAll: number[] = []
  const measure = async (): Promise<number[]> => {
    const times: number[] = []
    for (let index = 0; index < SEARCHES; index++) {
      if (index % 20 === 0)
        readAll.push(await timeOf(() => shop.db.execute(sql`select facet, count(*) from parts, unnest(facets) as facet group by facet`)))
      const { chosen: _chosen, ...filter } = nextFilter(chance)
      const search = { ...filter, ...(chance.happens(0.3) && { q: someText() }) }
      times.push(await timeOf(() => Promise.all([searchParts(shop.db, search), countFacets(search)])))
    }
    return times
  }
  const afterTheStart = await measure()
  const later = await measure()

  const what = `Parts list with counts of ${PARTS} parts`
  report({ what: `${what}, after the start, 95 of 100 within`, found: mostOf(afterTheStart), unit: 'ms', note: halfOf(afterTheStart) })
  report({
    what: `${what}, with kept counts, 95 of 100 within`,
    found: mostOf(later),
    unit: 'ms',
    atMost: TO_REACH_MS,
    note: halfOf(later),
  })
  report({ what: `One count of all values of ${PARTS} parts, for comparison`, found: median(readAll), unit: 'ms' })
})

test('how long a page of Manege Product takes, in any order and however far', async () => {
  const readAll: number[] = []
  const times: number[] = []
  for (let index = 0; index < DESK_PAGES; index++) {
    const sort = chance.pick([undefined, ...deskSorts])
    const q = chance.happens(0.4) ? someText() : undefined
    const show = chance.happens(0.2) ? chance.pick(stockStateNames) : undefined
    const page = chance.happens(0.5) ? 0 : chance.below(PARTS / 20)
    if (index % 20 === 0)
      readAll.push(await timeOf(() => shop.db.execute(sql`select id from parts order by available, position offset ${PARTS - 1}`)))
    times.push(await timeOf(() => listManagedParts(shop.db, { page, ...(q && { q }), ...(sort && { sort }), ...(show && { show }) })))
  }

  report({
    what: `A page of Manege Product of ${PARTS} parts, 95 of 100 within`,
    found: mostOf(times) / median(readAll),
    unit: 'times as long as to sort all by stock',
    atMost: 10,
    note: `${mostOf(times).toFixed(0)} ms; ${halfOf(times)}`,
  })
})

const mostOf = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)]!
const halfOf = (times: number[]) => `half within ${median(times).toFixed(0)} ms`

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
