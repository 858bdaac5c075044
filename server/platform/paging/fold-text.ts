import { sql } from 'drizzle-orm'
import type { Queryable } from '#database/connect.ts'

/** A typed text normalized for searches, by `fold_text` (`database/routines/columns.sql`); empty for blanks only. */
export async function foldText(db: Queryable, typed: string): Promise<string> {
  const { rows } = await db.execute<{ folded: string }>(sql`select fold_text(${typed}) as folded`)
  return rows[0]!.folded // a select without from has one row
}
