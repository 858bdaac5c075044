import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'

/** Seconds from the setting of a moment until that moment: between these two, for any duration of the setting. */
export type Wait = { least: number; most: number }

/**
 * Runs `work`, which sets a moment some time after `now()`, and reads it.
 * @param moment a statement with one row and the moment as its only column
 */
export async function waitSetBy(db: Database, work: () => Promise<unknown>, moment: SQL): Promise<Wait> {
  const before = await secondsOf(db, sql`select now()`)
  await work()
  const set = await secondsOf(db, moment)
  const after = await secondsOf(db, sql`select now()`)
  return { least: set - after, most: set - before }
}

/** Whether it may have been this long, or anything between two. */
export const mayBe = ({ least, most }: Wait, shortest: number, longest = shortest): boolean => most >= shortest && least <= longest

async function secondsOf(db: Database, moment: SQL): Promise<number> {
  const { rows } = await db.execute<{ seconds: number }>(sql`select extract(epoch from (${moment}))::float8 as seconds`)
  return rows[0]!.seconds // one row
}
