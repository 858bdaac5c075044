import { lazy, Suspense } from 'react'
import { pageMeta } from '#app/layout/page-meta.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { dashboardWords } from '#app/words/dashboard.ts'

/** Loaded on its own, so that the table of routes, which every page carries, names few files of it. */
const List = lazy(() => import('./all-reviews-list.tsx').then(({ AllReviewsList }) => ({ default: AllReviewsList })))

export const meta = pageMeta(dashboardWords.allReviews)

/** All reviews, for admins. */
export default function AllReviews() {
  return <Suspense fallback={<Spinner />}><List /></Suspense>
}
