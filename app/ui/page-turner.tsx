import { Button } from '#app/ui/button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#app/ui/icons.tsx'
import { controlWords } from '#app/words/controls.ts'
import { quoteWords as words } from '#app/words/quote.ts'

type PageTurnerProps = {
  /** Index of the current page, from 0. */
  page: number
  pages: number
  /** Accessible name of the paged list. */
  label: string
  onTurn: (page: number) => void
}

/** Previous and Next for lines that are all in the browser; empty for a single page. */
export function PageTurner({ page, pages, label, onTurn }: PageTurnerProps) {
  if (pages < 2) return null
  return (
    <nav aria-label={label} className="pager flex flex-wrap items-center justify-center gap-2">
      <Button variant="secondary" disabled={page === 0} onClick={() => onTurn(page - 1)}>
        <ChevronLeftIcon />
        {controlWords.previous}
      </Button>
      <span className="figures px-3" role="status">
        {words.page(page + 1, pages)}
      </span>
      <Button variant="secondary" disabled={page >= pages - 1} onClick={() => onTurn(page + 1)}>
        {controlWords.next}
        <ChevronRightIcon />
      </Button>
    </nav>
  )
}
