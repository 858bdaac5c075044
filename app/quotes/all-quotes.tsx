import { lazy, Suspense } from 'react'
import { pageMeta } from '#app/layout/page-meta.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { dashboardWords } from '#app/words/dashboard.ts'

/** Loaded on its own, so that the table of routes, which every page carries, names few files of it. */
const List = lazy(() => import('./all-quotes-list.tsx').then(({ AllQuotesList }) => ({ default: AllQuotesList })))

export const meta = pageMeta(dashboardWords.allQuotes)

/** Everybody's quotes, for admins. */
export default function AllQuotes() {
  return <Suspense fallback={<Spinner />}><List /></Suspense>
}
