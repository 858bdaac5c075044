import { Suspense } from 'react'
import { useParams } from 'react-router'
import { pageMeta } from '#app/layout/page-meta.ts'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { dashboardWords } from '#app/words/dashboard.ts'

/** Loaded separately, so that the route table, which is part of every page, names few of their files. */
const List = lazyPart(async () => (await import('./all-quotes-list.tsx')).AllQuotesList)
const One = lazyPart(async () => (await import('./shop-quote.tsx')).ShopQuoteScreen)

export const meta = pageMeta(dashboardWords.allQuotes)

/** All customers' quotes, or one of them, for admins. */
export default function AllQuotes() {
  const { id } = useParams()
  return <Suspense fallback={<Spinner />}>{id === undefined ? <List /> : <One key={id} id={id} />}</Suspense>
}
