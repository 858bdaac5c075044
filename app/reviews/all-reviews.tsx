import { lazy, Suspense } from 'react'
import { pageMeta } from '#app/layout/page-meta.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { dashboardWords } from '#app/words/dashboard.ts'

/** Loaded separately, so that the route table, which is part of every page, names few of its files. */
const List = lazy(() => import('./all-reviews-list.tsx').then(({ AllReviewsList }) => ({ default: AllReviewsList })))

export const meta = pageMeta(dashboardWords.allReviews)

/** All reviews, for admins. */
export default function AllReviews() {
  return (
    <Suspense fallback={<Spinner />}>
      <List />
    </Suspense>
  )
}
