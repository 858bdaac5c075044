import { sql, type SQL } from 'drizzle-orm'
import type { CallQuery } from '#contract/basics/call.ts'
import type { PartKinds } from '#contract/parts/categories.ts'
import { MINIMUM_ORDER } from '#contract/basics/limits.ts'
import { VALUES_SHOWN, type PartFacets, type partFacetCalls } from '#contract/parts/part-facets.ts'
import type { DeskShow } from '#contract/parts/part-desk.ts'
import { chosenText, readCategories, readChosen } from '#contract/parts/part-filters.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { attributes } from '#database/tables/categories.ts'
import { listKinds } from '../categories/list-kinds.ts'
import { createPublicCache } from '../platform/cache/public-cache.ts'
import { deskConditions } from './low-stock.ts'
import { chosenFacets, clampSearch, MAX_FOUND, type ClampedSearch } from './search-parts.ts'

type FacetQuery = CallQuery<typeof partFacetCalls.count>
type Show = DeskShow

/** How many parts have each facet, as in `parts.facets`. */
type Counts = Map<string, number>

/** Bytes of a facet and its count in memory, about. */
const FACET_BYTES = 100

/**
 * Counts how many parts of a search are in each category and have each value. Counts of a filter by category and attributes alone are
 * kept until the facets of a part change, which no purchase does. `show` counts only what the desk shows alone.
 */
export function createFacetCounter(db: Database): (asked: FacetQuery & { show?: Show }) => Promise<PartFacets> {
  const keptKinds = createPublicCache<PartKinds>(db, [attributes], ({ categories: tree }) => (tree.length + 1) * FACET_BYTES)
  const keptCounts = createPublicCache<Counts>(db, [attributes], ({ size }) => (size + 1) * FACET_BYTES)

  function countKept(search: ClampedSearch): Counts | Promise<Counts> {
    const { q, inStock, minPrice, maxPrice } = search
    const isLasting = q === '' && !inStock && minPrice === undefined && maxPrice === undefined
    return isLasting ? keptCounts.get(JSON.stringify(chosenFacets(search)), () => countFitting(db, search)) : countFitting(db, search)
  }

  return async ({ show, ...asked }) => {
    const kinds = await keptKinds.get('', () => listKinds(db))
    return kinds.categories.length + kinds.attributes.length === 0
      ? { categories: [], attributes: [] }
      : countFacets(kinds, clampSearch(asked), show ? (search) => countFitting(db, search, show) : countKept)
  }
}

async function countFacets(
  kinds: PartKinds,
  search: ClampedSearch,
  counts: (search: ClampedSearch) => Counts | Promise<Counts>,
): Promise<PartFacets> {
  const { category, has = '', ...others } = search
  const chosen = readChosen(has)
  const without = (key: string) => counts({ ...search, has: chosenText(chosen.filter((one) => one.key !== key)) })
  const all = counts(search)
  const [ofCategories, ...ofOwn] = await Promise.all([
    category ? counts({ ...others, has }) : all,
    ...kinds.attributes.map(({ key }) => (chosen.some((one) => one.key === key) ? without(key) : all)),
  ])
  return {
    categories: categoriesOf(kinds, ofCategories, readCategories(category ?? '')),
    attributes: kinds.attributes.flatMap(({ key, name, unit, kind }, index) => {
      const picked = chosen.filter((one) => one.key === key).map(({ value }) => value)
      const values = valuesOf(ofOwn[index]!, key, { picked, isNumber: kind === 'number' })
      return values.length === 0 ? [] : [{ key, name, unit, values }]
    }),
  }
}

function categoriesOf({ categories }: PartKinds, counts: Counts, chosen: readonly string[]): PartFacets['categories'] {
  const levels = new Map<string, number>()
  return categories.flatMap(({ _id, key, name, parent }) => {
    const level = parent === null ? 0 : levels.get(parent)! + 1 // parents precede their children
    levels.set(_id, level)
    const count = counts.get(`in=${key}`) ?? 0
    const isChosen = chosen.includes(key)
    return count === 0 && !isChosen ? [] : [{ key, name, level, count, chosen: isChosen }]
  })
}

const inTurn = new Intl.Collator('en', { numeric: true })

/** The values of most parts and the chosen ones, in numeric or alphabetic order. */
function valuesOf(
  counts: Counts,
  key: string,
  { picked, isNumber }: { picked: string[]; isNumber: boolean },
): PartFacets['attributes'][number]['values'] {
  const start = `${key}=`
  const counted = [...counts]
    .filter(([facet]) => facet.startsWith(start))
    .map(([facet, count]) => [facet.slice(start.length), count] as const)
  const most = counted.toSorted(([, one], [, other]) => other - one).slice(0, VALUES_SHOWN)
  const found = new Map([...picked.map((value) => [value, counts.get(start + value) ?? 0] as const), ...most])
  return [...found]
    .toSorted(([one], [other]) => (isNumber ? Number(one) - Number(other) : inTurn.compare(one, other)))
    .map(([value, count]) => ({ value, count, chosen: picked.includes(value) }))
}

async function countFitting(db: Queryable, search: ClampedSearch, show?: Show): Promise<Counts> {
  const { rows } = await db.execute<{ facet: string; parts: number }>(
    sql`select facet, count(*)::int as parts from ${fitting(search, show)} cross join unnest(facets) as facet group by facet`,
  )
  return new Map(rows.map(({ facet, parts }) => [facet, parts]))
}

/** The parts to count: the first ones that match a text, or without a text all that fit. */
function fitting({ q, inStock, minPrice, maxPrice, ...chosen }: ClampedSearch, show: Show | undefined): SQL {
  const facets = chosenFacets(chosen)
  const leastStock = inStock ? MINIMUM_ORDER : 0
  if (q !== '') {
    return sql`find_parts(meant_words(${q}), ${leastStock}, ${minPrice ?? null}, ${maxPrice ?? null}, ${JSON.stringify(facets)}, null, 0, ${MAX_FOUND}::int, ${MAX_FOUND}::int)
      join parts on parts.id = part_id and ${show ? deskConditions[show] : sql`true`}`
  }
  const conditions = [
    sql`deleted_at is null`,
    ...(inStock ? [sql`available >= coalesce(minimum_order, ${leastStock})`] : []),
    ...(minPrice === undefined ? [] : [sql`price >= ${minPrice}`]),
    ...(maxPrice === undefined ? [] : [sql`price <= ${maxPrice}`]),
    ...(show ? [deskConditions[show]] : []),
    ...facets.map((oneOf) => sql`facets && ${sql.param(oneOf)}::text[]`),
  ]
  return sql`(select facets from parts where ${sql.join(conditions, sql` and `)}) as fitting`
}
