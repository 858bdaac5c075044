import { inArray, lte } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { sessions } from '#database/tables/identity.ts'

/** Maximum sessions per statement, so that none locks rows for long. */
const BATCH = 500

/**
 * Deletes expired identity sessions, by the database's clock, with their remaining access tokens: they cannot be used any
 * more, and each has an address and a browser's name. Several processes may run it concurrently. Returns the number of
 * sessions deleted.
 */
export async function forgetEndedSessions(db: Database): Promise<number> {
  for (let total = 0; ;) {
    const deleted = await forgetSome(db)
    total += deleted
    if (deleted < BATCH) return total
  }
}

async function forgetSome(db: Database): Promise<number> {
  // A table expression is evaluated once; a subquery, with its limit, may be evaluated again for each row.
  const ended = db
    .$with('ended')
    .as(
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
