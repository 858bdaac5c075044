import { useParams, type MetaArgs } from 'react-router'
import { useHydrated } from '#app/identity/hydrated.ts'
import { keepAddressPrivate } from '#app/identity/keep-address-private.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { dashboardWords } from '#app/words/dashboard.ts'
import { SharedQuoteScreen } from './shared-quote-screen.tsx'

const titleMeta = pageMeta(dashboardWords.sharedQuote)

/** Phones turn text that looks like a number or address into links, also in the buyer's texts. */
const makeNoLinks = { name: 'format-detection', content: 'telephone=no, email=no, address=no, date=no, url=no' }

/** The URL is a secret: `noindex`, and no Referer. */
export const meta = (args: MetaArgs) => [...titleMeta(args), keepAddressPrivate, makeNoLinks]

/** A shared quote, read-only, for everyone with the link. */
export default function SharedQuote() {
  const { secret = '' } = useParams()
  // The server renders one page for all secrets and does not get them.
  const isHydrated = useHydrated()
  return isHydrated ? (
    <SharedQuoteScreen secret={secret} />
  ) : (
    <div className="shell py-10">
      <Spinner />
    </div>
  )
}
