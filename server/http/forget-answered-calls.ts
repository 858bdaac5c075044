import { sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { answeredCalls } from '#database/tables/answered-calls.ts'

/** Forgets the answers of a day ago and earlier, by the database's clock: nobody repeats a call that late. */
export async function forgetAnsweredCalls(db: Database): Promise<void> {
  await db.delete(answeredCalls).where(sql`${answeredCalls.createdAt} <= now() - interval '1 day'`)
}
