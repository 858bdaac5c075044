import type { ReactNode } from 'react'
import { NavLink } from 'react-router'

/** A page of a screen; `about` says what is on it. */
export type SubPage = { path: string; label: string; about?: string }

type SubPagesProps = {
  /** Names the menu. */
  label: string
  /** The first one has the address of the screen. */
  pages: readonly SubPage[]
  children: ReactNode
}

const MENU =
  'flex flex-wrap gap-x-1 border-b border-b-line xl:sticky xl:top-[calc(var(--header-height)+1rem)] xl:grid xl:gap-0 xl:border-b-0 xl:border-s xl:border-s-line'
const LINK =
  'flex items-center min-h-11 px-3 font-semibold text-soft hover:bg-sunken hover:text-ink focus-visible:-outline-offset-3 aria-[current]:text-ink xl:min-h-9 xl:-ms-px'
const MARK =
  'aria-[current]:[box-shadow:inset_0_-3px_var(--color-accent)] xl:aria-[current]:[box-shadow:inset_3px_0_var(--color-accent)] aria-[current]:forced-colors:[border-bottom:3px_solid_Highlight]'

/** A screen in pages: its second menu is a row of links that wraps, and a column where there is room for one. */
export function SubPages({ label, pages, children }: SubPagesProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[10rem_minmax(0,66rem)] xl:gap-8">
      <nav aria-label={label} className={MENU} data-screen-only>
        {pages.map((page, index) => (
          <NavLink key={page.path} to={page.path} prefetch="intent" end={index === 0} title={page.about} className={`${LINK} ${MARK}`}>
            {page.label}
          </NavLink>
        ))}
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
