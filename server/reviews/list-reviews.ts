import { desc, eq, isNotNull, sql } from 'drizzle-orm'
import { MAXIMUM_REVIEWS } from '#contract/basics/limits.ts'
import type { Review } from '#contract/parts/reviews.ts'
import type { Queryable } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { reviews } from '#database/tables/reviews.ts'

/** The public fields of a review; the writer's email is not among them. */
export const reviewColumns = {
  _id: reviews.id,
  displayName: reviews.displayName,
  rating: reviews.rating,
  review: reviews.review,
  // Written by hand, because the query builder omits the table, and the subquery would then take its own column.
  // Of a part: whether that part was bought.
  boughtHere: sql<boolean>`exists (
    select from orders where orders.user_id = reviews.user_id and orders.paid_at is not null
      and (reviews.part_id is null or orders.part_id = reviews.part_id))`,
  answer: reviews.answer,
}

export const isShown = isNotNull(reviews.shownAt)

/** The newest 500 reviews, oldest first. */
export async function listReviews(db: Queryable): Promise<Review[]> {
  return (await latestReviews(db, MAXIMUM_REVIEWS)).toReversed()
}

/** `count` reviews after the newest `offset`, newest first. The home page shows the first of them. */
export async function latestReviews(db: Queryable, count: number, offset = 0): Promise<Review[]> {
  const rows = await db
    .select({ ...reviewColumns, part: { _id: parts.id, name: parts.name, deletedAt: parts.deletedAt } })
    .from(reviews)
    .leftJoin(parts, eq(parts.id, reviews.partId))
    .where(isShown)
    .orderBy(desc(reviews.position))
    .limit(count)
    .offset(offset)
  return rows.map(({ part, ...review }) => {
    if (part === null) return review
    const { deletedAt, ...named } = part
    return { ...review, part: { ...named, removed: deletedAt !== null } }
  })
}

export const countReviews = (db: Queryable): Promise<number> => db.$count(reviews, isShown)
