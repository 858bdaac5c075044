import { lte } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { deleteSome } from '#database/delete-some.ts'
import { punchoutSessions } from '#database/tables/punchout.ts'

/** Maximum sessions per statement, so that none locks rows for long. */
const BATCH = 500

/** Deletes sessions that have ended and start pages that were not opened, by the database's clock. Returns how many. */
export async function forgetEndedPunchouts(db: Database): Promise<number> {
  for (let total = 0; ;) {
    const deleted = await deleteSome(db, punchoutSessions.id, lte(punchoutSessions.expiresAt, databaseNow), BATCH)
    total += deleted
    if (deleted < BATCH) return total
  }
}
