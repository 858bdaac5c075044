import { inArray, lte } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { sessions } from '#database/tables/identity.ts'

/** Most sessions that one statement deletes, so that it never locks for long. */
const BATCH = 500

/**
 * Deletes the identity sessions that ended by themselves, by the database's clock, with what is left of their access
 * tokens: nobody can use them again, and each keeps an address and a browser's name. Safe to run in several shops at
 * once. Answers with the number of sessions deleted.
 */
export async function forgetEndedSessions(db: Database): Promise<number> {
  for (let total = 0; ; ) {
    const deleted = await forgetSome(db)
    total += deleted
    if (deleted < BATCH) return total
  }
}

async function forgetSome(db: Database): Promise<number> {
  // As a table expression it is read once; a subquery may be read again for each row, and its limit with it.
  const ended = db.$with('ended').as(
    db
      .select({ id: sessions.id })
      .from(sessions)
      .where(lte(sessions.expiresAt, databaseNow))
      .limit(BATCH)
      .for('update', { skipLocked: true }),
  )
  const { rowCount } = await db
    .with(ended)
    .delete(sessions)
    .where(inArray(sessions.id, db.select({ id: ended.id }).from(ended)))
  return rowCount ?? 0
}
