import { sql } from 'drizzle-orm'
import type { CallQuery, CallResponse } from '#contract/basics/call.ts'
import { MAXIMUM_PRICE_DOLLARS, MINIMUM_ORDER, PAGE_SIZE, TEXT_LIMITS } from '#contract/basics/limits.ts'
import { exactPrice } from '#contract/basics/money.ts'
import { chosenText, readCategories, readChosen } from '#contract/parts/part-filters.ts'
import type { partCalls } from '#contract/parts/parts.ts'
import { startOf } from '#contract/basics/start-of.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { parts } from '#database/tables/parts.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { partColumns, presentPart } from './present-part.ts'

export type PartSearch = CallQuery<typeof partCalls.search>

export type NearPart = CallResponse<typeof partCalls.suggest>[number]

const nearColumns = {
  id: parts.id,
  partNumber: parts.partNumber,
  name: parts.name,
  img: parts.img,
  price: parts.price,
  available: parts.available,
}

/** Maximum number of parts that a search finds and counts. */
export const MAX_FOUND = 1_000

/** `isMeant`: the shop has assigned the text, or words of it, to a part or other words. */
type FoundParts = CallResponse<typeof partCalls.search> & { isMeant: boolean }

/** A normalized search: equivalent searches have the same key. */
export type ClampedSearch = Pick<PartSearch, 'inStock' | 'minPrice' | 'maxPrice' | 'sort' | 'category' | 'has'> & {
  q: string
  page: number
  size: number
}

/** Collapses white space and case, clamps numbers to their bounds, and drops filters without effect. */
export function clampSearch({
  q = '',
  inStock,
  minPrice,
  maxPrice,
  category = '',
  has = '',
  sort,
  page = 0,
  size = PAGE_SIZE,
}: PartSearch): ClampedSearch {
  const bounds = clampPage({ page, size })
  const categories = readCategories(category).join(';')
  const chosen = chosenText(readChosen(has))
  return {
    q: startOf(q.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase(), TEXT_LIMITS.search),
    ...(inStock && { inStock }),
    ...(minPrice !== undefined && minPrice > 0 && { minPrice: Math.min(exactPrice(minPrice), MAXIMUM_PRICE_DOLLARS + 1) }),
    ...(maxPrice !== undefined && maxPrice <= MAXIMUM_PRICE_DOLLARS && { maxPrice: exactPrice(maxPrice) }),
    ...(categories && { category: categories }),
    ...(chosen && { has: chosen }),
    ...(sort && { sort }),
    size: bounds.size,
    page: Math.min(bounds.page, Math.ceil(MAX_FOUND / bounds.size)),
  }
}

/** What is chosen as facets of parts (`parts.facets`): one at least of each list. */
export function chosenFacets({ category = '', has = '' }: Pick<PartSearch, 'category' | 'has'>): string[][] {
  const byKey = Map.groupBy(readChosen(has), ({ key }) => key)
  const values = [...byKey].map(([key, chosen]) => chosen.map(({ value }) => `${key}=${value}`))
  const categories = readCategories(category).map((key) => `in=${key}`)
  return categories.length > 0 ? [categories, ...values] : values
}

/**
 * One page of the parts that match a text, and their number, at most 1000. Without a text, or for one without letters and
 * digits, all parts that match the filters.
 */
export async function searchParts(db: Database, search: PartSearch): Promise<FoundParts> {
  const { page, size, q, inStock, minPrice = null, maxPrice = null, sort = null, ...chosen } = clampSearch(search)
  const rows = await foundParts(db).execute({
    q,
    leastStock: inStock ? MINIMUM_ORDER : 0,
    minPrice,
    maxPrice,
    chosen: JSON.stringify(chosenFacets(chosen)),
    sort,
    skip: page * size,
    size,
  })
  const [first] = rows
  const { found, isMeant } = first! // one row at least
  return { count: found, parts: rows.flatMap(({ part }) => (part ? [presentPart(part)] : [])), isMeant }
}

const foundParts = preparedOnce('found_parts', (db) =>
  db
    .select({ found: sql<number>`found`, isMeant: sql<boolean>`translated(meant) <> ${sql.placeholder('q')}`, part: partColumns })
    .from(
      sql`meant_words(${sql.placeholder('q')}) as meant cross join find_parts(meant, ${sql.placeholder('leastStock')}, ${sql.placeholder('minPrice')},
        ${sql.placeholder('maxPrice')}, ${sql.placeholder('chosen')}, ${sql.placeholder('sort')}, ${sql.placeholder('skip')}, ${sql.placeholder('size')}, ${MAX_FOUND}::int)`,
    )
    .leftJoin(parts, sql`${parts.id} = part_id`)
    .orderBy(sql`place`),
)

/** The parts nearest to a typed text, best first: matches, else similar names. */
export async function nearestParts(db: Database, text: string, limit: number): Promise<NearPart[]> {
  const { q } = clampSearch({ q: text })
  const rows = await nearParts(db).execute({ q, limit })
  return rows.map(presentNear)
}

const nearParts = preparedOnce('near_parts', (db) =>
  db
    .select(nearColumns)
    .from(
      sql`(
        with found as (select part_id, place from find_parts(meant_words(${sql.placeholder('q')}), 0, null, null, null, 0, ${sql.placeholder('limit')},
          ${sql.placeholder('limit')})
          where part_id is not null and search_form(${sql.placeholder('q')}) <> '')
        select part_id, place from found
        union all
        select part_id, place from parts_near(${sql.placeholder('q')}, ${sql.placeholder('limit')}) where not exists (select from found)
      ) as near`,
    )
    .innerJoin(parts, sql`${parts.id} = part_id`)
    .orderBy(sql`place`),
)

/** For each of several lines of a list without an exact match, the ids of the nearest parts, best first, in the order of the lines. */
export async function nearestPartsOfLines(db: Queryable, lines: readonly string[], limit: number): Promise<string[][]> {
  const { rows } = await db.execute<{ nearest: string[] }>(sql`
    select array(select part_id from parts_of_line(line, ${limit}::int) order by place) as nearest
    from unnest(${sql.param(lines)}::text[]) with ordinality as asked (line, at) order by at`)
  return rows.map(({ nearest }) => nearest)
}

const presentNear = ({
  id,
  partNumber,
  name,
  img,
  price,
  available,
}: { [K in keyof typeof nearColumns]: (typeof parts.$inferSelect)[K] }): NearPart => ({
  _id: id,
  partNumber,
  name,
  img,
  price: Number(price),
  available,
})
