import { and, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { REVIEWS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import type { AdminReview, AdminReviews } from '#contract/parts/reviews.ts'
import type { Queryable } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { reviews } from '#database/tables/reviews.ts'
import { users } from '#database/tables/users.ts'
import { invalidField } from '../errors.ts'
import { behind } from '../platform/paging/behind.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { reviewColumns } from './list-reviews.ts'
import { reviewState } from './review-state.ts'

const isWaiting = and(isNull(reviews.shownAt), isNull(reviews.hiddenAt))!
const inState: Record<AdminReview['state'], SQL> = {
  waiting: isWaiting,
  shown: isNotNull(reviews.shownAt),
  hidden: and(isNull(reviews.shownAt), isNotNull(reviews.hiddenAt))!,
}

type Asked = { state?: AdminReview['state']; page?: number; size?: number; after?: string }

/**
 * One page of all reviews, for admins: those awaiting release first, then the newest; or of those in one state.
 * @throws ShopError INVALID_INPUT at `after` without a state: a review that is released changes its place among all.
 */
export async function listAllReviews(db: Queryable, { state, after, ...asked }: Asked): Promise<AdminReviews> {
  if (after !== undefined && state === undefined) throw invalidField('after', messages.afterWithoutState)
  const which = state && inState[state]
  const [count, waiting] = [await db.$count(reviews, which), await db.$count(reviews, isWaiting)]
  const { page, size } = clampPage({ size: REVIEWS_PAGE_SIZE, ...asked, count })
  const rows = await db
    .select({
      ...reviewColumns,
      email: reviews.email,
      createdAt: reviews.createdAt,
      shownAt: reviews.shownAt,
      hiddenAt: reviews.hiddenAt,
      hiddenBy: users.email,
      hiddenReason: reviews.hiddenReason,
      answeredAt: reviews.answeredAt,
      partId: parts.id,
      partName: parts.name,
    })
    .from(reviews)
    .leftJoin(users, eq(users.id, reviews.hiddenBy))
    .leftJoin(parts, eq(parts.id, reviews.partId))
    .where(and(which, await behind(db, reviews, after, [reviews.position], { descending: true })))
    .orderBy(desc(sql`${isWaiting}`), desc(reviews.position))
    .limit(size)
    .offset(after === undefined ? page * size : 0)
  return {
    count,
    waiting,
    page,
    reviews: rows.map(({ createdAt, shownAt, hiddenAt, hiddenReason, answeredAt, partId, partName, ...review }) => ({
      ...review,
      createdAt: createdAt.toISOString(),
      state: reviewState({ shownAt, hiddenAt }),
      hiddenAt: hiddenAt?.toISOString() ?? null,
      hiddenReason: hiddenAt && hiddenReason,
      answeredAt: answeredAt?.toISOString() ?? null,
      part: partId && partName !== null ? { _id: partId, name: partName } : null,
    })),
  }
}
