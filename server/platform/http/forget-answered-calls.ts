import { sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { answeredCalls } from '#database/tables/answered-calls.ts'

/** Deletes answers older than a day, by the database's clock; no client retries that late. */
export async function forgetAnsweredCalls(db: Database): Promise<void> {
  await db.delete(answeredCalls).where(sql`${answeredCalls.createdAt} <= now() - interval '1 day'`)
}
