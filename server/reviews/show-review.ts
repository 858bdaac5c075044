import { eq } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { reviews } from '#database/tables/reviews.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { reviewState } from './review-state.ts'

/**
 * Hides a review, with the reason that admins then see, or releases one that is hidden or awaits release. `modifiedCount` is 0 when nothing changes.
 * @throws ShopError NOT_FOUND
 */
export async function showReview(
  db: Database,
  admin: Pick<Caller, 'userId'>,
  reviewId: string,
  { shown, reason }: { shown: boolean; reason?: string },
): Promise<{ modifiedCount: 0 | 1 }> {
  const isThisOne = eq(reviews.id, reviewId)
  return transaction(db, async (tx) => {
    const [before] = await tx
      .select({ shownAt: reviews.shownAt, hiddenAt: reviews.hiddenAt })
      .from(reviews)
      .where(isThisOne)
      .for('no key update')
    if (!before) throw new ShopError('NOT_FOUND')
    if ((shown ? before.shownAt : before.hiddenAt) !== null) return { modifiedCount: 0 }
    const change = shown
      ? { shownAt: databaseNow, hiddenAt: null, hiddenBy: null, hiddenReason: null }
      : { shownAt: null, hiddenAt: databaseNow, hiddenBy: admin.userId, hiddenReason: reason?.trim() || null }
    await tx.update(reviews).set(change).where(isThisOne)
    await writeAudit(tx, admin, shown ? 'show-review' : 'hide-review', reviewId, {
      state: shown ? 'shown' : 'hidden',
      stateBefore: reviewState(before),
    })
    return { modifiedCount: 1 }
  })
}
