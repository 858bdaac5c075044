import { and, desc, eq, sql } from 'drizzle-orm'
import { PART_REVIEWS, type PartReviews } from '#contract/parts/part-reviews.ts'
import type { Queryable } from '#database/connect.ts'
import { reviews } from '#database/tables/reviews.ts'
import { isShown, reviewColumns } from './list-reviews.ts'

/** The public reviews of a part; none for an unknown part. */
export async function listPartReviews(db: Queryable, partId: string): Promise<PartReviews> {
  const ofPart = and(eq(reviews.partId, partId), isShown)
  const [sum] = await db
    .select({ count: sql<number>`count(*)::int`, rating: sql<number | null>`round(avg(${reviews.rating}), 1)::float8` })
    .from(reviews)
    .where(ofPart)
  const { count, rating } = sum! // an aggregate is always one row
  const rows = await db.select(reviewColumns).from(reviews).where(ofPart).orderBy(desc(reviews.position)).limit(PART_REVIEWS)
  return { count, rating, reviews: rows }
}
