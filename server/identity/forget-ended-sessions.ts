import { lte } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { deleteSome } from '#database/delete-some.ts'
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
    const deleted = await deleteSome(db, sessions.id, lte(sessions.expiresAt, databaseNow), BATCH)
    total += deleted
    if (deleted < BATCH) return total
  }
}
