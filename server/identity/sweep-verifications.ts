import { lte } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Queryable } from '#database/connect.ts'
import { deleteSome } from '#database/delete-some.ts'
import { verifications } from '#database/tables/identity.ts'

/** Rows deleted with each new one: more than 1, so that they cannot accumulate. */
const SWEPT = 20

/** Deletes some expired proofs: abandoned external sign-ins, and mail links that were not opened. */
export const sweepVerifications = (db: Queryable) => deleteSome(db, verifications.id, lte(verifications.expiresAt, databaseNow), SWEPT)
