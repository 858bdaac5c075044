import { Suspense } from 'react'
import { useParams } from 'react-router'
import { pageMeta } from '#app/layout/page-meta.ts'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { dashboardWords } from '#app/words/dashboard.ts'

/** Loaded separately, so that the route table, which is part of every page, names few of their files. */
const List = lazyPart(async () => (await import('./quote-list.tsx')).QuoteList)
const One = lazyPart(async () => (await import('./one-quote.tsx')).OneQuote)

export const meta = pageMeta(dashboardWords.myQuotes)

/** The user's saved quotes, or one of them. */
export default function SavedQuotes() {
  const { id } = useParams()
  return <Suspense fallback={<Spinner />}>{id === undefined ? <List /> : <One key={id} id={id} />}</Suspense>
}
