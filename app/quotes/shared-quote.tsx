import { lazy, Suspense } from 'react'
import { useParams, type MetaArgs } from 'react-router'
import { useHydrated } from '#app/identity/hydrated.ts'
import { keepAddressPrivate } from '#app/identity/keep-address-private.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { dashboardWords } from '#app/words/dashboard.ts'
import '#app/styles/quotes.css'

/** Loaded on its own, so that the table of routes, which every page carries, names few files of it. */
const Screen = lazy(() => import('./shared-quote-screen.tsx').then(({ SharedQuoteScreen }) => ({ default: SharedQuoteScreen })))

const titleMeta = pageMeta(dashboardWords.sharedQuote)

/** Telephones make links of what looks like a number or an address, also of a stranger's. */
const makeNoLinks = { name: 'format-detection', content: 'telephone=no, email=no, address=no, date=no, url=no' }

/** The address is a secret: search engines are asked to leave it out, and no other address hears of it. */
export const meta = (args: MetaArgs) => [...titleMeta(args), keepAddressPrivate, makeNoLinks]

/** A quote that its owner has shared, for whoever has the link; to be read only. */
export default function SharedQuote() {
  const { secret = '' } = useParams()
  // The server draws one page for all secrets and is not told them.
  const isHydrated = useHydrated()
  const waiting = <div className="shell py-10"><Spinner /></div>
  return isHydrated ? <Suspense fallback={waiting}><Screen secret={secret} /></Suspense> : waiting
}
