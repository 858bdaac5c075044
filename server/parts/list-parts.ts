import { asc, getTableName, isNull, sql, Subquery } from 'drizzle-orm'
import { PAGE_SIZE } from '#contract/limits.ts'
import type { Part } from '#contract/parts.ts'
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

/** `parts_page` is defined in the migrations: it finds the start of a page by the counts of `list_counts`. */
const partsPage = preparedOnce('parts_page', (db) =>
  db
    .select(partColumns)
    .from(
      new Subquery(sql`select * from parts_page(${sql.placeholder('skip')}, ${sql.placeholder('size')})`, partColumns, getTableName(parts)),
    )
    .orderBy(asc(parts.position)),
)

export async function countParts(db: Database): Promise<number> {
  const [row] = await partsCount(db).execute()
  return row!.count // a function's value is always one row
}

const partsCount = preparedOnce('parts_count', (db) =>
  db.select({ count: sql<number>`list_length('parts')::int` }).from(sql`(select) as nothing`),
)
