import { and, eq, gt, min, sql } from 'drizzle-orm'
import { normalizeEmail } from '#contract/fields.ts'
import { messages } from '#contract/messages.ts'
import type { NewReview } from '#contract/reviews.ts'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { reviews } from '#database/tables/reviews.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Services } from '../services.ts'
import { findTrust } from '../trust/find-trust.ts'

/**
 * Saves a review under the caller's name. When the settings require it, a review by an account that has never paid awaits
 * an admin's release.
 * @throws ShopError NOT_YOURS when the email in the request is not the caller's; TOO_MANY_REVIEWS with the day of the next.
 */
export async function writeReview(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  caller: Caller,
  review: NewReview,
): Promise<{ insertedId: string; awaitsRelease: boolean }> {
  if (review.email && normalizeEmail(review.email) !== caller.email) throw new ShopError('NOT_YOURS')
  const { step } = await findTrust(db, settings, caller.userId)
  const awaitsRelease = settings.reviews.needRelease && step !== 'paid'
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    await requireRoom(tx, caller.userId, settings.reviews.perWeek)
    const [row] = await tx
      .insert(reviews)
      .values({
        userId: caller.userId,
        email: caller.email,
        displayName: caller.displayName,
        rating: review.rating,
        review: review.review.trim(),
        shownAt: awaitsRelease ? null : databaseNow,
      })
      .returning({ id: reviews.id })
    return { insertedId: row!.id, awaitsRelease } // insert ... returning always yields its row
  })
}

/** Locks the account, so that concurrent reviews cannot exceed the limit together. */
async function requireRoom(tx: Transaction, userId: string, perWeek: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const [week] = await tx
    .select({ count: sql<number>`count(*)::int`, oldest: min(reviews.createdAt) })
    .from(reviews)
    .where(and(eq(reviews.userId, userId), gt(reviews.createdAt, sql`now() - interval '7 days'`)))
  const { count, oldest } = week! // an aggregate is always one row
  if (count < perWeek) return
  const next = new Date((oldest ?? new Date()).getTime() + WEEK_MS).toISOString().slice(0, 10)
  throw new ShopError('TOO_MANY_REVIEWS', { fields: [{ field: 'review', message: messages.tooManyReviewsOf(perWeek, next) }] })
}

const WEEK_MS = 7 * 24 * 60 * 60_000
