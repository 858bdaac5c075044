import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ChevronLeftIcon, ChevronRightIcon } from '#app/ui/icons.tsx'
import { controlWords as words } from '#app/words/controls.ts'

/** Up to this many pages all have a button; with more, only the ends and the neighbours of the current one. */
const ALL_SHOWN_UP_TO = 7

/** Page indexes to show, from 0, with `undefined` for a gap. */
export function pageWindow(page: number, pages: number): (number | undefined)[] {
  if (pages <= ALL_SHOWN_UP_TO) return Array.from({ length: pages }, (_, index) => index)
  const last = pages - 1
  const offered = [...new Set([0, page - 1, page, page + 1, last])].filter((index) => index >= 0 && index <= last)
  return offered.flatMap((index, place) => {
    const gap = index - (offered[place - 1] ?? -1) - 1
    // A gap of one page is shown as that page, because dots need the same space.
    if (gap === 1) return [index - 1, index]
    return gap > 1 ? [undefined, index] : [index]
  })
}

const PLACE = 'inline-flex items-center justify-center gap-1.5 min-h-11 border border-transparent rounded-box font-semibold'
const PAGE = `${PLACE} min-w-11 px-2.5`

type PagerProps = {
  /** Index of the current page, from 0. */
  page: number
  pages: number
  /** Address of a page. */
  href: (page: number) => string
  /** Accessible name of the paged list. */
  label: string
}

/** Previous, numbered pages, Next: plain links, which work without scripts. */
export function Pager({ page, pages, href, label }: PagerProps) {
  if (pages < 1) return null
  return (
    <nav aria-label={label} className="pager flex flex-wrap items-center justify-center gap-2">
      <Step to={page > 0 ? href(page - 1) : undefined} rel="prev">
        <ChevronLeftIcon />
        {words.previous}
      </Step>
      <ol className="flex flex-wrap justify-center gap-1 max-sm:-order-1 max-sm:basis-full">
        {pageWindow(page, pages).map((index, place) => (
          <li key={index ?? `gap-${place}`}>
            {index === undefined ? (
              <span className={`${PLACE} min-w-6 text-soft`} aria-hidden="true">
                …
              </span>
            ) : (
              <Link
                to={href(index)}
                prefetch="intent"
                className={`${PAGE} ${index === page ? 'bg-accent text-on-accent' : 'hover:bg-sunken'} figures`}
                aria-current={index === page ? 'page' : undefined}
              >
                {index + 1}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <Step to={page < pages - 1 ? href(page + 1) : undefined} rel="next">
        {words.next}
        <ChevronRightIcon />
      </Step>
    </nav>
  )
}

type StepProps = { to: string | undefined; rel: 'prev' | 'next'; children: ReactNode }

function Step({ to, rel, children }: StepProps) {
  return to === undefined ? (
    <span role="link" aria-disabled="true" className={`${PAGE} text-soft opacity-60`}>
      {children}
    </span>
  ) : (
    <Link to={to} rel={rel} prefetch="intent" className={`${PAGE} hover:bg-sunken`}>
      {children}
    </Link>
  )
}
