import Type, { type Static } from 'typebox'
import { defineCall } from './call.ts'
import { Email, Id, MESSAGE, requiredText, text } from './fields.ts'
import { RATING_SCALE, RATING_SLIDER, TEXT_LIMITS } from './limits.ts'
import { messages } from './messages.ts'

/** A review as everyone sees it; the writer's email is kept and never shown. */
export const Review = Type.Object({
  _id: Id,
  displayName: Type.String(),
  rating: Type.Number({ description: '1 to 5 in half steps' }),
  review: Type.String(),
})
export type Review = Static<typeof Review>

export const NewReview = Type.Object(
  {
    displayName: Type.Optional(text(TEXT_LIMITS.name)),
    email: Type.Optional(Email),
    rating: Type.Number({
      minimum: RATING_SLIDER.min / RATING_SCALE,
      maximum: RATING_SLIDER.max / RATING_SCALE,
      multipleOf: RATING_SLIDER.step / RATING_SCALE,
      [MESSAGE]: messages.ratingRequired,
    }),
    review: requiredText(TEXT_LIMITS.review, messages.reviewRequired),
  },
  { additionalProperties: false },
)
export type NewReview = Static<typeof NewReview>

const tag = 'Reviews'

export const reviewCalls = {
  all: defineCall({
    method: 'GET',
    path: '/reviews',
    policy: 'public',
    tag,
    summary: 'All reviews, oldest first',
    response: Type.Array(Review),
  }),
  write: defineCall({
    method: 'POST',
    path: '/reviews',
    policy: 'session',
    tag,
    summary: 'Write a review',
    body: NewReview,
    response: Type.Object({ insertedId: Id }),
  }),
}
