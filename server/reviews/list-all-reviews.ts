import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { REVIEWS_PAGE_SIZE } from '#contract/limits.ts'
import type { AdminReviews } from '#contract/reviews.ts'
import type { Queryable } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { reviews } from '#database/tables/reviews.ts'
import { users } from '#database/tables/users.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { reviewColumns } from './list-reviews.ts'
import { reviewState } from './review-state.ts'

const isWaiting = and(isNull(reviews.shownAt), isNull(reviews.hiddenAt))

/** One page of all reviews, for admins: those awaiting release first, then the newest. */
export async function listAllReviews(db: Queryable, asked: { page?: number; size?: number }): Promise<AdminReviews> {
  const [count, waiting] = [await db.$count(reviews), await db.$count(reviews, isWaiting)]
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
    .orderBy(desc(sql`${isWaiting}`), desc(reviews.position))
    .limit(size)
    .offset(page * size)
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
