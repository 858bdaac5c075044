import { and, eq, gt, isNull, min, sql } from 'drizzle-orm'
import { normalizeEmail } from '#contract/basics/fields.ts'
import { messages } from '#contract/basics/messages.ts'
import type { NewReview } from '#contract/parts/reviews.ts'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { reviews } from '#database/tables/reviews.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Services } from '../services.ts'
import { findTrust } from '../trust/find-trust.ts'

/**
 * Saves a review of the shop, or of a part, under the caller's name. When the settings require it, a review by an account that has never paid awaits
 * an admin's release.
 * @throws ShopError NOT_YOURS when the email in the request is not the caller's; TOO_MANY_REVIEWS with the day of the next;
 *   INVALID_INPUT for a part that is not on sale.
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
    await requireReviewLimit(tx, caller.userId, settings.reviews.perWeek)
    if (review.partsId) await requirePart(tx, review.partsId)
    const [row] = await tx
      .insert(reviews)
      .values({
        userId: caller.userId,
        email: caller.email,
        displayName: caller.displayName,
        rating: review.rating,
        review: review.review.trim(),
        partId: review.partsId,
        shownAt: awaitsRelease ? null : databaseNow,
      })
      .returning({ id: reviews.id })
    return { insertedId: row!.id, awaitsRelease } // insert ... returning always yields its row
  })
}

async function requirePart(tx: Transaction, partId: string): Promise<void> {
  const [part] = await tx
    .select({ id: parts.id })
    .from(parts)
    .where(and(eq(parts.id, partId), isNull(parts.deletedAt)))
  if (!part) throw invalidField('partsId', 'This part is no longer available.')
}

/** Locks the account, so that concurrent reviews cannot exceed the limit together. */
async function requireReviewLimit(tx: Transaction, userId: string, perWeek: number): Promise<void> {
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
