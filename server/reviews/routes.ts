import type { FastifyPluginAsync } from 'fastify'
import { reviewCalls } from '#contract/reviews.ts'
import { reviews } from '#database/tables/reviews.ts'
import { createAnswerCache } from '../cache/public-cache.ts'
import { serveCached } from '../cache/serve-cached.ts'
import { registerCall } from '../http/register-call.ts'
import type { Services } from '../services.ts'
import { listReviews } from './list-reviews.ts'
import { writeReview } from './write-review.ts'

export const reviewRoutes =
  ({ db, identity }: Services): FastifyPluginAsync =>
  async (app) => {
    const cache = createAnswerCache(db, [reviews])
    serveCached(app, reviewCalls.all, cache, () => ({ name: '', answer: () => listReviews(db) }))
    registerCall(app, reviewCalls.write, async ({ body, caller }) => {
      await identity.countAttempt('review', caller.userId)
      return { insertedId: await writeReview(db, caller, body) }
    })
  }
