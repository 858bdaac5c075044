import { sql } from 'drizzle-orm'
import type { Queryable } from '#database/connect.ts'

/** A typed text in the form in which texts are looked for, `fold_text` of the migrations; empty for one of blanks. */
export async function foldText(db: Queryable, typed: string): Promise<string> {
  const { rows } = await db.execute<{ folded: string }>(sql`select fold_text(${typed}) as folded`)
  return rows[0]!.folded // a select without from has one row
}
