import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { pageMeta } from '#app/layout/page-meta.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { dashboardWords } from '#app/words/dashboard.ts'
import '#app/styles/quotes.css'

/** Loaded separately, so that the route table, which is part of every page, names few of their files. */
const List = lazy(() => import('./quote-list.tsx').then(({ QuoteList }) => ({ default: QuoteList })))
const One = lazy(() => import('./one-quote.tsx').then(({ OneQuote }) => ({ default: OneQuote })))

export const meta = pageMeta(dashboardWords.myQuotes)

/** The user's saved quotes, or one of them. */
export default function SavedQuotes() {
  const { id } = useParams()
  return <Suspense fallback={<Spinner />}>{id === undefined ? <List /> : <One key={id} id={id} />}</Suspense>
}
