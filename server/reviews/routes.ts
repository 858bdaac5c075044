import type { FastifyPluginAsync } from 'fastify'
import { reviewCalls } from '#contract/reviews.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'
import { listReviews } from './list-reviews.ts'
import { writeReview } from './write-review.ts'

export const reviewRoutes =
  ({ db }: Services): FastifyPluginAsync =>
  async (app) => {
    serve(app, reviewCalls.all, () => listReviews(db))
    serve(app, reviewCalls.write, async ({ body, caller }) => ({ insertedId: await writeReview(db, caller, body) }))
  }
