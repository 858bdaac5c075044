import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { STORED_HERE } from '#app/identity/browser-storage.ts'
import { paths } from '#app/paths.ts'
import { icon } from '#app/ui/icon.tsx'
import { layoutWords as words } from '#app/words/layout.ts'

const QuoteIcon = icon('M6 3.5h9l4 4v13H6ZM15 3.5v4h4M9.5 12h6M9.5 16h6')

/** Leads to the draft quote. The style sheet draws the number of its lines: see stored-marks.ts. */
export function QuoteLink() {
  const lines = useSyncExternalStore(onStored, markedLines, () => 0)
  return (
    <Link
      to={paths.quote}
      prefetch="intent"
      className="inline-flex items-center gap-1.5 min-h-11 px-1 text-night-soft font-medium whitespace-nowrap hover:text-on-night xl:mr-auto"
      aria-label={lines > 0 ? words.quoteLines(lines) : words.quote}
    >
      <QuoteIcon />
      <span className="max-[30rem]:hidden">{words.quote}</span>
      <span
        className="quote-count min-w-6 px-1.5 rounded-[1rem] bg-glow text-night-deep text-sm/6 font-[650] text-center figures forced-colors:border"
        aria-hidden="true"
      />
    </Link>
  )
}

const markedLines = () => Number(document.documentElement.dataset['quoteLines'] ?? 0)

function onStored(changed: () => void): () => void {
  window.addEventListener('storage', changed)
  window.addEventListener(STORED_HERE, changed)
  return () => {
    window.removeEventListener('storage', changed)
    window.removeEventListener(STORED_HERE, changed)
  }
}
