import type { Variables } from './variables.ts'

export type ReviewSettings = {
  /** Whether reviews by accounts that have never paid await an admin's release. In trial mode every account counts as having paid. */
  needRelease: boolean
  /** Reviews that one account may write within seven days. */
  perWeek: number
}

const USUAL_PER_WEEK = 3
const MOST_PER_WEEK = 1_000

export function readReviews(variables: Variables): ReviewSettings {
  const release = variables.read('REVIEW_RELEASE') ?? '1'
  if (release !== '0' && release !== '1') variables.problem('REVIEW_RELEASE is 1, or 0 to show every review at once.')
  const week = variables.read('REVIEWS_PER_WEEK') ?? String(USUAL_PER_WEEK)
  const perWeek = Number(week)
  if (!/^\d+$/.test(week) || perWeek < 1 || perWeek > MOST_PER_WEEK)
    variables.problem(`REVIEWS_PER_WEEK is a number from 1 to ${MOST_PER_WEEK}.`)
  return { needRelease: release === '1', perWeek }
}
