import { sql } from 'drizzle-orm'
import type { CallQuery, CallResponse } from '#contract/call.ts'
import { MAXIMUM_PRICE_DOLLARS, MINIMUM_ORDER, PAGE_SIZE, TEXT_LIMITS } from '#contract/limits.ts'
import type { partCalls } from '#contract/parts.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { parts } from '#database/tables/parts.ts'
import { clampPage } from '../paging/clamp-page.ts'
import { partColumns, presentPart } from './present-part.ts'

export type PartSearch = CallQuery<typeof partCalls.search>
export type FoundParts = CallResponse<typeof partCalls.search>

/** What is shown of a part while one looks for it. */
export type NearPart = CallResponse<typeof partCalls.suggest>[number]

const nearColumns = {
  id: parts.id,
  partNumber: parts.partNumber,
  name: parts.name,
  price: parts.price,
  available: parts.available,
}

/** Most parts that a search finds; the rest is not counted either. */
export const MOST_FOUND = 1_000

/** A search brought to what it means: whoever means the same gets the same answer. */
export type ClampedSearch = Pick<PartSearch, 'inStock' | 'minPrice' | 'maxPrice' | 'sort'> & { q: string; page: number; size: number }

/** White space and case told once, figures brought into their bounds, nothing that says nothing. */
export function clampSearch({ q = '', inStock, minPrice, maxPrice, sort, page = 0, size = PAGE_SIZE }: PartSearch): ClampedSearch {
  const bounds = clampPage({ page, size })
  return {
    q: q.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase().slice(0, TEXT_LIMITS.search),
    ...(inStock && { inStock }),
    ...(minPrice !== undefined && minPrice > 0 && { minPrice: Math.min(minPrice, MAXIMUM_PRICE_DOLLARS + 1) }),
    ...(maxPrice !== undefined && maxPrice <= MAXIMUM_PRICE_DOLLARS && { maxPrice }),
    ...(sort && { sort }),
    size: bounds.size,
    page: Math.min(bounds.page, Math.ceil(MOST_FOUND / bounds.size)),
  }
}

/**
 * One page of the parts that a text means, and how many there are, at most 1000. Without a text, and with one that has
 * neither letter nor digit in it, all parts that fit the filters.
 */
export async function searchParts(db: Database, search: PartSearch): Promise<FoundParts> {
  const { page, size, q, inStock, minPrice = null, maxPrice = null, sort = null } = clampSearch(search)
  const rows = await foundParts(db).execute({
    q,
    leastStock: inStock ? MINIMUM_ORDER : 0,
    minPrice,
    maxPrice,
    sort,
    skip: page * size,
    size,
  })
  return { count: rows[0]!.found, parts: rows.flatMap(({ part }) => part ? [presentPart(part)] : []) } // one row at least
}

/** `find_parts` stands in the migrations. */
const foundParts = preparedOnce((db) =>
  db
    .select({ found: sql<number>`found`, part: partColumns })
    .from(
      sql`find_parts(${sql.placeholder('q')}, ${sql.placeholder('leastStock')}, ${sql.placeholder('minPrice')},
        ${sql.placeholder('maxPrice')}, ${sql.placeholder('sort')}, ${sql.placeholder('skip')}, ${sql.placeholder('size')}, ${MOST_FOUND}::int)`,
    )
    .leftJoin(parts, sql`${parts.id} = part_id`)
    .orderBy(sql`place`)
    .prepare('found_parts'),
)

/** The parts that come nearest to what is typed, best first: what it means, else neighbours of it. */
export async function nearestParts(db: Database, text: string, limit: number): Promise<NearPart[]> {
  const { q } = clampSearch({ q: text })
  const rows = await nearParts(db).execute({ q, limit })
  return rows.map(presentNear)
}

const nearParts = preparedOnce((db) =>
  db
    .select(nearColumns)
    .from(
      sql`(
        with found as (select part_id, place from find_parts(${sql.placeholder('q')}, 0, null, null, null, 0, ${sql.placeholder('limit')},
          ${sql.placeholder('limit')})
          where part_id is not null and search_form(${sql.placeholder('q')}) <> '')
        select part_id, place from found
        union all
        select part_id, place from parts_near(${sql.placeholder('q')}, ${sql.placeholder('limit')}) where not exists (select from found)
      ) as near`,
    )
    .innerJoin(parts, sql`${parts.id} = part_id`)
    .orderBy(sql`place`)
    .prepare('near_parts'),
)

/**
 * For each of several texts that fit no part as they are, the parts that come nearest to it, best first, in the texts'
 * order. Looks less far than `nearestParts`. One statement, so no more texts than the time for one allows.
 */
export async function nearestPartsOfEach(db: Queryable, texts: readonly string[], limit: number): Promise<NearPart[][]> {
  const rows = await db
    .select({ words: sql<string>`words`, ...nearColumns })
    .from(sql`unnest(${sql.param([...new Set(texts)])}::text[]) as asked (words) cross join lateral parts_near(words, ${limit}::int)`)
    .innerJoin(parts, sql`${parts.id} = part_id`)
    .orderBy(sql`words, place`)
  const nearest = Map.groupBy(rows, ({ words }) => words)
  return texts.map((text) => (nearest.get(text) ?? []).map(presentNear))
}

const presentNear = ({ id, partNumber, name, price, available }: { [K in keyof typeof nearColumns]: (typeof parts.$inferSelect)[K] }): NearPart => ({
  _id: id,
  partNumber,
  name,
  price: Number(price),
  available,
})
