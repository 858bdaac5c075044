import type { Variables } from './variables.ts'

export type ReviewSettings = {
  /** Whether reviews by accounts that have never paid await an admin's release. In trial mode every account counts as having paid. */
  needRelease: boolean
  /** Reviews that one account may write within seven days. */
  perWeek: number
}

/*
 * Orders, prices and reviews:
 * | `REVIEW_RELEASE` | `1` | optional | `1`: a review by an account that has never paid is shown after an admin releases it; `0`, and trial mode: every review is shown at once |
 * | `REVIEWS_PER_WEEK` | `3` | optional | reviews per account within seven days |
 */

export function readReviews(variables: Variables): ReviewSettings {
  const release = variables.read('REVIEW_RELEASE') ?? '1'
  if (release !== '0' && release !== '1') variables.problem('REVIEW_RELEASE is 1, or 0 to show every review at once.')
  const perWeek = variables.count('REVIEWS_PER_WEEK', { usual: 3, most: 1_000 })
  return { needRelease: release === '1', perWeek }
}
