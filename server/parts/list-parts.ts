import { asc, isNull, sql } from 'drizzle-orm'
import { MAXIMUM_PAGE, MAXIMUM_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'
import type { Part } from '#contract/parts.ts'
import type { Queryable } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { partColumns, presentPart } from './present-part.ts'

/** All parts on sale, oldest first. */
export async function listParts(db: Queryable): Promise<Part[]> {
  const rows = await db.select(partColumns).from(parts).where(isNull(parts.deletedAt)).orderBy(asc(parts.position))
  return rows.map(presentPart)
}

/** The first `count` parts of the full list. */
export async function firstParts(db: Queryable, count: number): Promise<Part[]> {
  return listPartsPage(db, 0, count)
}

/**
 * One page of the same list. `page` counts from 0; both figures are clamped into their bounds
 * (page 0 to a million, size 1 to 100), so that no call can ask for more than one page's rows.
 */
export async function listPartsPage(db: Queryable, page = 0, size: number = PAGE_SIZE): Promise<Part[]> {
  const limit = clamp(size, 1, MAXIMUM_PAGE_SIZE)
  const offset = clamp(page, 0, MAXIMUM_PAGE) * limit
  const rows = await db
    .select(partColumns)
    .from(parts)
    .where(isNull(parts.deletedAt))
    .orderBy(asc(parts.position))
    .limit(limit)
    .offset(offset)
  return rows.map(presentPart)
}

/** Number of parts on sale. */
export async function countParts(db: Queryable): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(parts).where(isNull(parts.deletedAt))
  return row?.count ?? 0
}

const clamp = (value: number, lowest: number, highest: number) => Math.min(Math.max(value, lowest), highest)
