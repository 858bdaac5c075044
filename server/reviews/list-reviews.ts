import { asc, desc } from 'drizzle-orm'
import type { Review } from '#contract/reviews.ts'
import type { Queryable } from '#database/connect.ts'
import { reviews } from '#database/tables/reviews.ts'

const columns = { _id: reviews.id, displayName: reviews.displayName, rating: reviews.rating, review: reviews.review }

/** All reviews, oldest first. The writers' emails stay here. */
export async function listReviews(db: Queryable): Promise<Review[]> {
  return db.select(columns).from(reviews).orderBy(asc(reviews.position))
}

/** The `count` newest reviews, newest first: the home page's reversed list, cut. */
export async function latestReviews(db: Queryable, count: number): Promise<Review[]> {
  return db.select(columns).from(reviews).orderBy(desc(reviews.position)).limit(count)
}
