import { and, desc, eq, isNotNull, isNull, like, or, sql, type SQL } from 'drizzle-orm'
import { REVIEWS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import type { AdminReview, AdminReviews } from '#contract/parts/reviews.ts'
import type { Queryable } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { reviews } from '#database/tables/reviews.ts'
import { users } from '#database/tables/users.ts'
import { invalidField, ShopError } from '../errors.ts'
import { nameHas } from '../parts/name-has.ts'
import { behind } from '../platform/paging/behind.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { escapeLike } from '../platform/paging/escape-like.ts'
import { foldText } from '../platform/paging/fold-text.ts'
import { reviewColumns } from './list-reviews.ts'
import { reviewState } from './review-state.ts'

const isWaiting = and(isNull(reviews.shownAt), isNull(reviews.hiddenAt))!
const inState: Record<AdminReview['state'], SQL> = {
  waiting: isWaiting,
  shown: isNotNull(reviews.shownAt),
  hidden: and(isNull(reviews.shownAt), isNotNull(reviews.hiddenAt))!,
}
const countOf = (state: AdminReview['state']) => sql<number>`(count(*) filter (where ${inState[state]}))::int`

type Asked = { state?: AdminReview['state']; q?: string; page?: number; size?: number; after?: string }

/**
 * One page of all reviews, for admins: those awaiting release first, then the newest; or of those in one state.
 * @throws ShopError INVALID_INPUT at `after` without a state: a review that is released changes its place among all.
 */
export async function listAllReviews(db: Queryable, { state, q = '', after, ...asked }: Asked): Promise<AdminReviews> {
  if (after !== undefined && state === undefined) throw invalidField('after', messages.afterWithoutState)
  const isFound = await foundBy(db, q)
  const [counted] = await db
    .select({ waiting: countOf('waiting'), shown: countOf('shown'), hidden: countOf('hidden') })
    .from(reviews)
    .leftJoin(parts, eq(parts.id, reviews.partId))
    .where(isFound)
  const states = counted! // an aggregate is always one row
  const count = state ? states[state] : states.waiting + states.shown + states.hidden
  const waiting = isFound ? await db.$count(reviews, isWaiting) : states.waiting
  const { page, size } = clampPage({ size: REVIEWS_PAGE_SIZE, ...asked, count })
  const isBehind = await behind(db, reviews, after, [reviews.position], { descending: true })
  const which = and(state && inState[state], isFound, isBehind)
  return { count, waiting, states, page, reviews: await readReviews(db, which, { limit: size, offset: isBehind ? 0 : page * size }) }
}

/** @throws ShopError NOT_FOUND */
export async function findReview(db: Queryable, id: string): Promise<AdminReview> {
  const [review] = await readReviews(db, eq(reviews.id, id), { limit: 1, offset: 0 })
  if (!review) throw new ShopError('NOT_FOUND')
  return review
}

/** The condition of a text: a part of a review, of its writer's name or email, or of the name of its part. */
async function foundBy(db: Queryable, q: string): Promise<SQL | undefined> {
  const text = await foldText(db, q)
  if (text === '') return undefined
  const part = `%${escapeLike(text)}%`
  return or(
    ...[reviews.review, reviews.displayName, reviews.email].map((column) => like(sql`fold_text(${column})`, part)),
    // As an array, which an index takes; a subquery beside `or` reads all reviews.
    sql`${reviews.partId} = any (array(${db.select({ id: parts.id }).from(parts).where(nameHas(text))}))`,
  )
}

async function readReviews(db: Queryable, which: SQL | undefined, page: { limit: number; offset: number }): Promise<AdminReview[]> {
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
    .where(which)
    .orderBy(desc(sql`${isWaiting}`), desc(reviews.position))
    .limit(page.limit)
    .offset(page.offset)
  return rows.map(({ createdAt, shownAt, hiddenAt, hiddenReason, answeredAt, partId, partName, ...review }) => ({
    ...review,
    createdAt: createdAt.toISOString(),
    state: reviewState({ shownAt, hiddenAt }),
    hiddenAt: hiddenAt?.toISOString() ?? null,
    hiddenReason: hiddenAt && hiddenReason,
    answeredAt: answeredAt?.toISOString() ?? null,
    part: partId && partName !== null ? { _id: partId, name: partName } : null,
  }))
}
