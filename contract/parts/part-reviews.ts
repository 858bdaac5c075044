import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { IdParams, nullable } from '../basics/fields.ts'
import { Review } from './reviews.ts'

/** Reviews of a part that its page shows. */
export const PART_REVIEWS = 20

export const PartReviews = Type.Object({
  count: Type.Integer({ description: 'Public reviews of the part' }),
  rating: nullable(Type.Number({ description: 'Their average, to one decimal place; null without any' })),
  reviews: Type.Array(Review, { description: `The newest ${PART_REVIEWS}, the newest first` }),
})
export type PartReviews = Static<typeof PartReviews>

/** In a separate file, because the reviews' other calls belong to other screens. */
export const partReviewCalls = defineCalls('Reviews', 'partReviews', {
  ofPart: {
    method: 'GET',
    path: '/inventory/:id/reviews',
    policy: 'session',
    summary: 'What customers say about a part',
    params: IdParams,
    response: PartReviews,
  },
})
