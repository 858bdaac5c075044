import { and, asc, gte, isNull, sql } from 'drizzle-orm'
import { PAGE_SIZE } from '#contract/basics/limits.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { Database } from '#database/connect.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { parts } from '#database/tables/parts.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { presentPart, partColumns } from './present-part.ts'

export async function listParts(db: Database): Promise<Part[]> {
  const rows = await allParts(db).execute()
  return rows.map(presentPart)
}

const allParts = preparedOnce('all_parts', (db) =>
  db.select(partColumns).from(parts).where(isNull(parts.deletedAt)).orderBy(asc(parts.position)),
)

/** One page of the list. `page` counts from 0; page (up to a million) and size (1 to 100) are clamped to their bounds. */
export async function listPartsPage(db: Database, page = 0, size: number = PAGE_SIZE): Promise<Part[]> {
  const asked = clampPage({ page, size })
  const rows = await partsPage(db).execute({ skip: asked.page * asked.size, size: asked.size })
  return rows.map(presentPart)
}

/** The start of the page is found in the index alone: `offset` over whole rows would read every part before it. */
const partsPage = preparedOnce('parts_page', (db) => {
  const start = db
    .select({ position: parts.position })
    .from(parts)
    .where(isNull(parts.deletedAt))
    .orderBy(asc(parts.position))
    .offset(sql.placeholder('skip'))
    .limit(1)
  return db
    .select(partColumns)
    .from(parts)
    .where(and(isNull(parts.deletedAt), gte(parts.position, start)))
    .orderBy(asc(parts.position))
    .limit(sql.placeholder('size'))
})

export const countParts = (db: Database): Promise<number> => db.$count(parts, isNull(parts.deletedAt))
