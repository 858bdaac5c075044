import { inArray, lte } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Queryable } from '#database/connect.ts'
import { verifications } from '#database/tables/identity.ts'

/** Rows deleted with each new one: more than are made, so that they never pile up. */
const SWEPT = 20

/** Deletes some proofs whose time is over: abandoned attempts at outside issuers, links of mails that were not opened. */
export async function sweepVerifications(db: Queryable): Promise<void> {
  // As a table expression it is read once; a subquery may be read again for each row, and its limit with it.
  const abandoned = db.$with('abandoned').as(
    db
      .select({ id: verifications.id })
      .from(verifications)
      .where(lte(verifications.expiresAt, databaseNow))
      .limit(SWEPT)
      .for('update', { skipLocked: true }),
  )
  await db
    .with(abandoned)
    .delete(verifications)
    .where(inArray(verifications.id, db.select({ id: abandoned.id }).from(abandoned)))
}
