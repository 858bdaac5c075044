import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Email, Id, idOf, IdParams, MESSAGE, nullable, pageOf, pageSize, requiredText, strictObject, text } from '../basics/fields.ts'
import { MAXIMUM_REVIEWS, RATING_SCALE, RATING_SLIDER, REVIEWS_PAGE_SIZE, TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'

/** A public review; the author's email is stored and never shown. */
export const Review = Type.Object({
  _id: Id,
  displayName: Type.String(),
  rating: Type.Number({ description: '1 to 5 in half steps' }),
  review: Type.String(),
  boughtHere: Type.Boolean({ description: 'Whether its writer has paid for an order' }),
  answer: nullable(Type.String({ description: "The shop's answer" })),
  part: Type.Optional(
    Type.Object({ _id: Id, name: Type.String(), removed: Type.Boolean() }, { description: 'What it is about; absent for the shop' }),
  ),
})
export type Review = Static<typeof Review>

export const NewReview = strictObject({
  displayName: Type.Optional(text(TEXT_LIMITS.name)),
  email: Type.Optional(Email),
  rating: Type.Number({
    minimum: RATING_SLIDER.min / RATING_SCALE,
    maximum: RATING_SLIDER.max / RATING_SCALE,
    multipleOf: RATING_SLIDER.step / RATING_SCALE,
    [MESSAGE]: messages.ratingRequired,
  }),
  review: requiredText(TEXT_LIMITS.review, messages.reviewRequired),
  partsId: Type.Optional(idOf('The part that the review is about; without it, the shop')),
})
export type NewReview = Static<typeof NewReview>

/**
 * - `waiting`: for an admin's release, because its author has never paid
 * - `shown`: publicly
 * - `hidden`: by an admin
 */
export const reviewStates = ['waiting', 'shown', 'hidden'] as const

const Instant = Type.String({ format: 'date-time' })

/** A review as admins see it. */
export const AdminReview = Type.Object({
  ...Review.properties,
  email: nullable(Type.String({ description: 'Null for a sample review' })),
  createdAt: Instant,
  state: Type.Enum([...reviewStates]),
  hiddenAt: nullable(Instant),
  hiddenBy: nullable(Type.String({ description: 'Email of the admin' })),
  hiddenReason: nullable(Type.String({ description: 'Why it is hidden, which only admins see' })),
  answeredAt: nullable(Instant),
  part: nullable(Type.Object({ _id: Id, name: Type.String() }, { description: 'What it is about; null for the shop' })),
})
export type AdminReview = Static<typeof AdminReview>

/** One page of all reviews. `page` is the page returned: beyond the last page, the last one. */
export const AdminReviews = Type.Object({
  count: Type.Integer({ description: 'Reviews of the state and the text that were asked for, or in all' }),
  waiting: Type.Integer({ description: 'Reviews that wait for their release' }),
  states: Type.Object(
    { waiting: Type.Integer(), shown: Type.Integer(), hidden: Type.Integer() },
    { description: 'How many of each state the text finds' },
  ),
  page: Type.Integer({ description: 'Page index from 0' }),
  reviews: Type.Array(AdminReview),
})
export type AdminReviews = Static<typeof AdminReviews>

const modified = Type.Object({ modifiedCount: Type.Integer({ description: '0 when it already was so' }) })

export const reviewCalls = defineCalls('Reviews', 'reviews', {
  all: {
    method: 'GET',
    path: '/reviews',
    policy: 'public',
    summary: `The newest ${MAXIMUM_REVIEWS} reviews, oldest first; with a page, that page of all, newest first`,
    query: Type.Object({
      page: Type.Optional(Type.Integer({ description: 'Page index from 0' })),
      size: pageSize('Reviews', REVIEWS_PAGE_SIZE),
    }),
    response: Type.Array(Review),
  },
  count: {
    method: 'GET',
    path: '/reviewsCount',
    policy: 'public',
    summary: 'Number of reviews',
    response: Type.Object({ count: Type.Integer() }),
  },
  everyState: {
    method: 'GET',
    path: '/allReviews',
    policy: 'admin',
    permissions: ['customers'],
    summary: 'One page of all reviews, also those that wait or are hidden: what waits first, then the newest',
    query: Type.Object({
      state: Type.Optional(Type.Enum([...reviewStates], { description: 'Only reviews in this state; `after` needs one' })),
      q: Type.Optional(
        text(TEXT_LIMITS.search, { description: 'A part of a review, of the name or email of its writer, or of the name of the part' }),
      ),
      ...pageOf('Reviews', REVIEWS_PAGE_SIZE),
    }),
    response: AdminReviews,
  },
  one: {
    method: 'GET',
    path: '/allReviews/:id',
    policy: 'admin',
    permissions: ['customers'],
    summary: 'A review in any state',
    params: IdParams,
    response: AdminReview,
  },
  show: {
    method: 'PUT',
    path: '/reviews/:id/shown',
    policy: 'admin',
    permissions: ['customers'],
    summary: 'Hide a review, or release one that waits or is hidden',
    params: IdParams,
    body: strictObject({ shown: Type.Boolean(), reason: Type.Optional(text(TEXT_LIMITS.hideReason)) }),
    response: modified,
  },
  answer: {
    method: 'PUT',
    path: '/reviews/:id/answer',
    policy: 'admin',
    permissions: ['customers'],
    summary: "Set the shop's answer to a review; an empty one takes it away",
    params: IdParams,
    body: strictObject({ answer: text(TEXT_LIMITS.reviewAnswer) }),
    response: modified,
  },
  write: {
    method: 'POST',
    path: '/reviews',
    policy: 'session',
    summary: 'Write a review',
    body: NewReview,
    response: Type.Object({
      insertedId: Id,
      awaitsRelease: Type.Boolean({ description: 'Shown once an admin has released it, because its writer has not bought here yet' }),
    }),
  },
})
