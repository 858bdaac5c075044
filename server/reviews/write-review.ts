import type { NewReview } from '#contract/reviews.ts'
import { normalizeEmail } from '#contract/fields.ts'
import type { Queryable } from '#database/connect.ts'
import { reviews } from '#database/tables/reviews.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'

/**
 * Keeps a review under the caller's own name. Answers with its id.
 * @throws ShopError NOT_YOURS when the email sent along names somebody else.
 */
export async function writeReview(db: Queryable, caller: Caller, review: NewReview): Promise<string> {
  if (review.email && normalizeEmail(review.email) !== caller.email) throw new ShopError('NOT_YOURS')
  const [row] = await db
    .insert(reviews)
    .values({
      userId: caller.userId,
      email: caller.email,
      displayName: caller.displayName,
      rating: review.rating,
      review: review.review.trim(),
    })
    .returning({ id: reviews.id })
  return row!.id // insert ... returning always yields its row
}
