import { sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { wasOrdered } from './was-ordered.ts'

/** Rows per statement, and statements per run, so that neither the database nor a shutdown waits long. */
const ROWS_AT_ONCE = 1_000
const MAX_STATEMENTS = 100

/**
 * Deletes the lines and versions of deleted quotes, in statements of at most 1,000 rows. An ordered version is kept with
 * its lines, because its group of orders refers to it. Rows locked by another process are skipped.
 */
export async function sweepDeletedQuotes(db: Database): Promise<void> {
  const { rows: deleted } = await db.execute<{ id: string }>(sql`
    select id from quotes where deleted_at is not null and swept_at is null order by deleted_at limit ${MAX_STATEMENTS}`)
  let left = MAX_STATEMENTS
  for (const { id } of deleted) {
    while (left > 0 && (await deleteLines(db, id)) > 0) left--
    while (left > 0 && (await deleteVersions(db, id)) > 0) left--
    if (left-- <= 0) return
    await markSwept(db, id)
  }
}

async function deleteLines(db: Database, quoteId: string): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with chosen as (
      select version, row from quote_lines as kept
      where quote_id = ${quoteId}::uuid and not ${wasOrdered}
      limit ${ROWS_AT_ONCE} for update skip locked
    )
    delete from quote_lines as line using chosen
    where line.quote_id = ${quoteId}::uuid and line.version = chosen.version and line.row = chosen.row`)
  return rowCount ?? 0
}

async function deleteVersions(db: Database, quoteId: string): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with chosen as (
      select version from quote_versions as kept
      where quote_id = ${quoteId}::uuid and not ${wasOrdered}
        and not exists (select from quote_lines as line where line.quote_id = kept.quote_id and line.version = kept.version)
      limit ${ROWS_AT_ONCE} for update skip locked
    )
    delete from quote_versions as version using chosen
    where version.quote_id = ${quoteId}::uuid and version.version = chosen.version`)
  return rowCount ?? 0
}

async function markSwept(db: Database, quoteId: string): Promise<void> {
  await db.execute(sql`
    update quotes set swept_at = now()
    where id = ${quoteId}::uuid
      and not exists (select from quote_versions as kept where quote_id = ${quoteId}::uuid and not ${wasOrdered})`)
}
