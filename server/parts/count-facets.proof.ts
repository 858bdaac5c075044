import { sql } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { VALUES_SHOWN } from '#contract/parts/part-facets.ts'
import { countStatements } from '#tests/support/database/count-statements.ts'
import { describedAttributes, insertDescribedParts, nextFilter } from '#tests/support/load/described-parts.ts'
import { chanceOf, chosenSeed } from '#tests/support/seeded.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'
import { createFacetCounter } from './count-facets.ts'

const PARTS = 5_000
const FILTERS = 30

let shop: TestShop
const chance = chanceOf(chosenSeed())

beforeAll(async () => {
  shop = await openShop()
  await insertDescribedParts(shop.db, PARTS, chance)
})

/** Counts of one attribute by a statement that reads all parts; a value of the attribute itself excludes none of its others. */
async function countedByHand(key: string, { chosen, category }: ReturnType<typeof nextFilter>) {
  const conditions = chosen.filter((one) => one.key !== key).map((one) => sql`and attributes ->> ${one.key} = ${one.value}`)
  const { rows } = await shop.db.execute<{ value: string; count: number }>(sql`
    select attributes ->> ${key} as value, count(*)::int from parts join categories on categories.id = category_id
    where (${category ?? null}::text is null or categories.key = ${category ?? null}) ${sql.join(conditions, sql` `)} group by 1`)
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]))
}

/** From here on nothing is dropped because of a change that may have been missed, or because it is old. */
async function keepWhatIsCounted(): Promise<void> {
  await expect.poll(() => shop.db.changes.areHeard()).toBe(true)
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('counts of a filter are those of a statement that reads all parts, and those of a filter that comes again are kept', async () => {
  await keepWhatIsCounted()
  const countFacets = createFacetCounter(shop.db)

  for (let round = 0; round < FILTERS; round++) {
    const { chosen, has, category } = nextFilter(chance)
    const search = { has, ...(category && { category }) }
    const facets = await countFacets(search)

    for (const key of Object.keys(describedAttributes)) {
      const byHand = await countedByHand(key, { chosen, has, ...(category && { category }) })
      const values = facets.attributes.find((one) => one.key === key)?.values ?? []
      expect(values.length).toBeGreaterThanOrEqual(Math.min(Object.keys(byHand).length, VALUES_SHOWN))
      for (const { value, count } of values) expect(count, `${JSON.stringify(search)}: ${key}=${value}`).toBe(byHand[value] ?? 0)
    }
    expect(await countStatements(shop.db, async () => expect(await countFacets(search)).toEqual(facets))).toBe(0)
  }
})

test('a text is looked for once, and once more without each choice whose others are counted', async () => {
  await keepWhatIsCounted()
  const countFacets = createFacetCounter(shop.db)
  await countFacets({})
  const statementsOf = (search: Parameters<typeof countFacets>[0]) => countStatements(shop.db, () => countFacets({ q: 'board', ...search }))

  expect(await statementsOf({})).toBe(1)
  expect(await statementsOf({ category: 'c1' })).toBe(2)
  expect(await statementsOf({ category: 'c1', has: 'voltage:5;connector:3' })).toBe(4)
})
