import { formatCount } from '#contract/basics/figures.ts'
/** Words of the reviews on a part's page; all our own. */
export const partReviewWords = {
  title: 'Reviews',
  heading: (rating: number, count: number) => `Reviews: ${rating} of 5 (${formatCount(count)})`,
  none: 'Nobody has reviewed this part yet.',
  write: 'Write a review',
} as const
