import type { AdminReview } from '#contract/parts/reviews.ts'
import type { reviews } from '#database/tables/reviews.ts'

type Times = Pick<typeof reviews.$inferSelect, 'shownAt' | 'hiddenAt'>

/** The state of a review, derived from its times. */
export const reviewState = ({ shownAt, hiddenAt }: Times): AdminReview['state'] => (shownAt ? 'shown' : hiddenAt ? 'hidden' : 'waiting')
