import type { FastifyInstance } from 'fastify'
import { REVIEWS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { partReviewCalls } from '#contract/parts/part-reviews.ts'
import { reviewCalls } from '#contract/parts/reviews.ts'
import { parts } from '#database/tables/parts.ts'
import { reviews } from '#database/tables/reviews.ts'
import { createAnswerCache } from '../platform/cache/public-cache.ts'
import { serveCached, serveCachedForCallers } from '../platform/cache/serve-cached.ts'
import { linkNext } from '../platform/http/link-next.ts'
import { registerCall } from '../platform/http/register-call.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import type { Services } from '../services.ts'
import { answerReview } from './answer-review.ts'
import { findReview, listAllReviews } from './list-all-reviews.ts'
import { listPartReviews } from './list-part-reviews.ts'
import { countReviews, latestReviews, listReviews } from './list-reviews.ts'
import { showReview } from './show-review.ts'
import { writeReview } from './write-review.ts'

export async function reviewRoutes(app: FastifyInstance, { db, identity, settings }: Services): Promise<void> {
  const cache = createAnswerCache(db, [reviews])
  // They name their parts.
  const named = createAnswerCache(db, [reviews, parts])
  serveCached(app, reviewCalls.all, named, (query) => {
    if (query.page === undefined && query.size === undefined) return { name: '', answer: () => listReviews(db) }
    const { page, size } = clampPage({ size: REVIEWS_PAGE_SIZE, ...query })
    return { name: `${page} ${size}`, answer: () => latestReviews(db, size, page * size) }
  })
  serveCached(app, reviewCalls.count, cache, () => ({ name: '', answer: async () => ({ count: await countReviews(db) }) }))
  serveCachedForCallers(app, partReviewCalls.ofPart, cache, ({ id }) => ({ name: id, answer: () => listPartReviews(db, id) }))
  registerCall(app, reviewCalls.write, async ({ body, caller }) => {
    await identity.countAttempt('review', caller.userId)
    return writeReview({ db, settings }, caller, body)
  })
  registerCall(app, reviewCalls.everyState, async (call) => {
    const page = await listAllReviews(db, call.query)
    return call.query.state ? linkNext(call, 'reviews', page) : page
  })
  registerCall(app, reviewCalls.one, ({ params }) => findReview(db, params.id))
  registerCall(app, reviewCalls.show, ({ params, body, caller }) => showReview(db, caller, params.id, body))
  registerCall(app, reviewCalls.answer, ({ params, body, caller }) => answerReview(db, caller, params.id, body.answer))
}
