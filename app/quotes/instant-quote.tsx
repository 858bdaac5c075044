import { Suspense } from 'react'
import { useHydrated } from '#app/identity/hydrated.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { isPunchout } from '#app/punchout/is-punchout.ts'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { Page } from '#app/ui/page.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { instantQuoteWords as words } from '#app/words/instant-quote.ts'
import '#app/styles/quote-editor.css'

/** Loaded separately, so that the route table, which is part of every page, names few of its files. */
const Editor = lazyPart(async () => (await import('./quote-editor.tsx')).QuoteEditor)
/** For buyers who came from a procurement system. */
const Punchout = lazyPart(async () => (await import('#app/punchout/punchout-editor.tsx')).PunchoutEditor)

export const meta = pageMeta(words.title, words.description)

/** A quote for many parts, for everyone; saving needs a sign-in. */
export default function InstantQuote() {
  // The server draws the same page for everyone.
  const Shown = useHydrated() && isPunchout() ? Punchout : Editor
  return (
    <Page title={words.title} lead={words.lead} width="desk">
      <Suspense
        fallback={
          // The footer is below the window, before and after the lines are there.
          <div className="min-h-dvh">
            <Spinner />
          </div>
        }
      >
        <Shown />
      </Suspense>
    </Page>
  )
}
