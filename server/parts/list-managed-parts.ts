import { and, asc, eq, getTableName, inArray, isNull, sql, Subquery, type SQL } from 'drizzle-orm'
import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import type { PricingKind } from '#contract/freight/methods.ts'
import { BY_WEIGHT } from '#contract/freight/price.ts'
import type { StockedPart } from '#contract/parts/low-stock.ts'
import type { DeskFilter, DeskShow, ManagedParts, DeskSort, PricedPart } from '#contract/parts/part-desk.ts'
import { MAXIMUM_CHANGED_PRICES } from '#contract/parts/price-changes.ts'
import type { Queryable } from '#database/connect.ts'
import { freightMethods } from '#database/tables/freight-methods.ts'
import { parts } from '#database/tables/parts.ts'
import { invalidField } from '../errors.ts'
import { behind } from '../platform/paging/behind.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { awaited } from './expected-delivery.ts'
import { deskConditions } from './low-stock.ts'
import { partColumns, presentBreaks, presentPart, type PartRow } from './present-part.ts'
import { chosenFacets, MAX_FOUND } from './search-parts.ts'

/** Each order of the list; the position makes it complete. */
const orders: Record<DeskSort, SQL> = {
  newest: sql`position desc`,
  name: sql`search_name using ~<~, position`,
  '-name': sql`search_name using ~>~, position desc`,
  available: sql`available, position`,
  '-available': sql`available desc, position desc`,
  partNumber: sql`search_number using ~<~, position`,
  '-partNumber': sql`search_number using ~>~, position desc`,
  price: sql`price, position`,
  '-price': sql`price desc, position desc`,
}

/** Parts of a filter, and the order in which they fit best. */
export async function fitting(db: Queryable, { q = '', show, ...asked }: DeskFilter): Promise<{ ofText: SQL; which: SQL; bestFit: SQL }> {
  const chosen = chosenFacets(asked)
  const onSale = sql.join([sql`deleted_at is null`, ...chosen.map((oneOf) => sql`facets && ${sql.param(oneOf)}::text[]`)], sql` and `)
  const having = (ofText: SQL) => (show === undefined ? ofText : sql`${ofText} and ${deskConditions[show]}`)
  if (q.trim() === '') return { ofText: onSale, which: having(onSale), bestFit: sql`position desc` }
  const { rows } = await db.execute<{ id: string }>(
    sql`select part_id as id from find_parts(meant_words(${q.trim()}), 0, null, null, ${JSON.stringify(chosen)}, null, 0, ${MAX_FOUND}::int, ${MAX_FOUND}::int) where part_id is not null order by place`,
  )
  const found = sql`${sql.param(rows.map(({ id }) => id))}::uuid[]`
  const ofText = sql`${onSale} and id = any (${found})`
  return { ofText, which: having(ofText), bestFit: sql`array_position(${found}, id)` }
}

const listedColumns = { ...partColumns, lowStockBelow: parts.lowStockBelow, awaited, smallPrices: parts.smallPrices }
type StockedRow = PartRow & { lowStockBelow: number | null; awaited: StockedPart['awaited'] | null; smallPrices: unknown }

type DeskAsked = DeskFilter & { sort?: DeskSort; page?: number; size?: number; after?: string }

/** The one order in which no part changes its place with its stock, price or name. */
export const isNewestFirst = ({ sort, q }: DeskAsked) => sort === 'newest' || (sort === undefined && !q?.trim())

/**
 * One page of the catalogue: the newest first, for a text the best fit first, or as asked.
 * @throws ShopError INVALID_INPUT at `after` where the newest are not first.
 */
export async function listManagedParts(db: Queryable, asked: DeskAsked): Promise<ManagedParts> {
  const { sort, page: askedPage, size: askedSize, after, ...filter } = asked
  if (after !== undefined && !isNewestFirst(asked)) throw invalidField('after', messages.afterWithoutOrder)
  const { ofText, which, bestFit } = await fitting(db, filter)
  const counted = await db.execute<Record<'all' | DeskShow, number>>(sql`
    select count(*)::int as all, 
      count(*) filter (where ${deskConditions.soldOut})::int as "soldOut",
      count(*) filter (where ${deskConditions.belowMinimum})::int as "belowMinimum",
      count(*) filter (where ${deskConditions.low})::int as low,
      count(*) filter (where ${deskConditions.noWeight})::int as "noWeight"
    from parts where ${ofText}`)
  const { noWeight, ...counts } = counted.rows[0]! // an aggregate is always one row
  const count = { ...counts, noWeight }[filter.show ?? 'all']
  const { page, size } = clampPage({ page: askedPage ?? 0, size: askedSize ?? ORDERS_PAGE_SIZE, count })
  const order = sort === undefined ? bestFit : orders[sort]
  const isBehind = await behind(db, parts, after, [parts.position], { descending: true })
  const rows = await db
    .select(listedColumns)
    .from(
      // The page first, so that deliveries are looked up for its parts alone.
      new Subquery(
        sql`select * from parts where ${which} and ${isBehind ?? sql`true`} order by ${order} limit ${size} offset ${isBehind ? 0 : page * size}`,
        listedColumns,
        getTableName(parts),
      ),
    )
    .orderBy(order)
  return { count, page, ...counts, parts: rows.map(presentStocked) }
}

/** All parts as the desk sees them, in the order of the public list. */
export async function listStockedParts(db: Queryable): Promise<StockedPart[]> {
  const rows = await db.select(listedColumns).from(parts).where(isNull(parts.deletedAt)).orderBy(asc(parts.position))
  return rows.map(presentStocked)
}

function presentStocked({ lowStockBelow, awaited: delivery, smallPrices, ...part }: StockedRow): StockedPart {
  return {
    ...presentPart(part),
    lowStockBelow,
    ...(delivery && { awaited: delivery }),
    ...(smallPrices !== null && { hasSmallPrices: true }),
  }
}

/** What the parts of a filter cost, in the order of the list, as many as one change of prices takes. */
export async function listPrices(db: Queryable, filter: DeskFilter): Promise<PricedPart[]> {
  const { which, bestFit } = await fitting(db, filter)
  const rows = await db
    .select({ _id: parts.id, name: parts.name, price: parts.price, priceBreaks: parts.priceBreaks, smallPrices: parts.smallPrices })
    .from(parts)
    .where(which)
    .orderBy(bestFit)
    .limit(MAXIMUM_CHANGED_PRICES)
  return rows.map(({ price, priceBreaks, smallPrices, ...part }) => ({
    ...part,
    price: Number(price),
    priceBreaks: presentBreaks(priceBreaks),
    ...(smallPrices !== null && { hasSmallPrices: true }),
  }))
}

/** How many parts of a filter, whatever it shows alone, have no weight; undefined where no freight needs one, unless these are asked for. */
export async function countWithoutWeight(db: Queryable, filter: DeskFilter): Promise<number | undefined> {
  if (filter.show !== 'noWeight' && !(await hasFreightByWeight(db))) return undefined
  const { ofText } = await fitting(db, filter)
  return db.$count(parts, sql`${ofText} and ${deskConditions.noWeight}`)
}

/** Whether buyers can choose a freight method that needs the weight. */
async function hasFreightByWeight(db: Queryable): Promise<boolean> {
  const pricing = sql<PricingKind>`${freightMethods.rules} ->> 'pricing'`
  const byWeight = and(isNull(freightMethods.endedAt), eq(freightMethods.isActive, true), inArray(pricing, [...BY_WEIGHT]))
  const found = await db.select({ id: freightMethods.id }).from(freightMethods).where(byWeight).limit(1)
  return found.length > 0
}
