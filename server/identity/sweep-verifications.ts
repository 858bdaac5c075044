import { inArray, lte } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Queryable } from '#database/connect.ts'
import { verifications } from '#database/tables/identity.ts'

/** Rows deleted with each new one: more than 1, so that they cannot accumulate. */
const SWEPT = 20

/** Deletes some expired proofs: abandoned external sign-ins, and mail links that were not opened. */
export async function sweepVerifications(db: Queryable): Promise<void> {
  // A table expression is evaluated once; a subquery, with its limit, may be evaluated again for each row.
  const abandoned = db
    .$with('abandoned')
    .as(
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
