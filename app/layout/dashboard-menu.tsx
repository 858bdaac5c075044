import { useLayoutEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { formatCount } from '#contract/basics/figures.ts'
import { orderCalls } from '#contract/orders/orders.ts'
import { reportCalls } from '#contract/shop/reports.ts'
import { readOf } from '#app/api/queries.ts'
import { browserStorage } from '#app/identity/browser-storage.ts'
import { useMay } from '#app/identity/may.tsx'
import { useSession } from '#app/identity/session.tsx'
import { dashboardGroups, type DashboardEntry } from '#app/layout/dashboard-entries.ts'
import { DESK_MENU_ID } from '#app/layout/desk-bar.tsx'
import { UnreadCount } from '#app/orders/unread-orders.tsx'
import { paths } from '#app/paths.ts'
import { LoadFailed } from '#app/ui/failure.tsx'
import { dashboardWords as words } from '#app/words/dashboard.ts'

/** Titles of the groups that are folded, in the browser. */
const FOLDED = 'foldedGroups'
const COUNTED_EVERY_MS = 60_000

const MENU_OF_TABS =
  'menu-above:relative menu-above:flex menu-above:gap-1 menu-above:overflow-x-auto menu-above:-mx-(--side) menu-above:px-(--side) menu-above:border-b menu-above:border-b-line menu-beside:grid'
const LINK = 'relative flex flex-none items-center gap-3 px-3 font-semibold whitespace-nowrap rounded-box focus-visible:-outline-offset-3'
const LINK_COLOURS = 'text-soft hover:bg-sunken hover:text-ink aria-[current]:text-ink'
const LINK_AS_TAB =
  'min-h-11 py-2 menu-beside:min-h-10 menu-above:rounded-none menu-above:[&>.icon]:hidden menu-above:aria-[current]:[box-shadow:inset_0_-3px_var(--color-accent)] menu-beside:aria-[current]:bg-accent-tint'
/** Forced colours leave out shadows. */
const LINK_IN_FORCED_COLOURS = 'menu-above:aria-[current]:forced-colors:[border-bottom:3px_solid_Highlight]'
const LINK_AS_ROW = 'min-h-11 lg:min-h-8 aria-[current]:bg-accent-tint [&>.icon]:size-5'

/** The menu: of customers a row of tabs on a phone, of people who work for the shop groups that can be folded. */
export function DashboardMenu({ isOfShop }: { isOfShop: boolean }) {
  const { isAdmin, adminCheck } = useSession()
  const may = useMay()
  const menu = useRef<HTMLElement>(null)
  const shownFor = useRef('')
  const { pathname } = useLocation()
  const [folded, setFolded] = useState(() => browserStorage.getItem(FOLDED)?.split(',') ?? [])
  const work = useQuery({ ...readOf(reportCalls.openWork), enabled: may(reportCalls.openWork), refetchInterval: COUNTED_EVERY_MS }).data
  // Empty until it is known what somebody of the shop may do, so that no entry moves.
  const groups = isOfShop && isAdmin === undefined && !adminCheck.error ? [] : dashboardGroups({ isAdmin, may })
  const current = currentPath(
    pathname,
    groups.flatMap(({ entries }) => entries.map(([path]) => path)),
  )

  // Scrolls the current entry into view, in a row of tabs as well as in a column.
  useLayoutEffect(() => {
    const screen = `${pathname} ${isAdmin}`
    if (shownFor.current === screen) return
    shownFor.current = screen
    const entry = menu.current?.querySelector<HTMLElement>('[aria-current]')
    if (!entry || !menu.current) return
    menu.current.scrollTo({ left: entry.offsetLeft - menu.current.clientWidth / 2 + entry.offsetWidth / 2 })
    const column = menu.current.parentElement!
    if (entry.offsetTop + entry.offsetHeight > column.clientHeight) column.scrollTo({ top: entry.offsetTop - column.clientHeight / 2 })
  })

  const fold = (title: string, isFolded: boolean) => {
    const others = folded.filter((other) => other !== title)
    const now = isFolded ? [...others, title] : others
    setFolded(now)
    browserStorage.setItem(FOLDED, now.join(','))
  }
  const renderEntry = ([path, Icon, label, waits]: DashboardEntry) => {
    const waiting = work && waits ? waits(work) : 0
    return (
      <Link
        key={path}
        to={path}
        prefetch="intent"
        aria-current={path === current ? 'page' : undefined}
        title={waiting > 0 ? words.waiting(waiting) : undefined}
        className={`${LINK} ${LINK_COLOURS} ${isOfShop ? LINK_AS_ROW : `${LINK_AS_TAB} ${LINK_IN_FORCED_COLOURS}`}`}
        onClick={() => isOfShop && menu.current?.hidePopover?.()}
      >
        <Icon />
        <span>{label}</span>
        {path === (may(orderCalls.all) ? paths.allOrder : paths.dashboard) && <UnreadCount />}
        <Waiting count={waiting} />
      </Link>
    )
  }
  return (
    <nav
      ref={menu}
      aria-label={words.menu}
      {...(isOfShop && { id: DESK_MENU_ID, popover: 'auto' as const })}
      className={`side-menu [scrollbar-width:none] ${isOfShop ? 'desk-menu' : MENU_OF_TABS}`}
    >
      {groups.map(({ title, entries }) => {
        if (!isOfShop) return entries.map(renderEntry)
        if (title === undefined) {
          return (
            <div key={entries[0]?.[0]} className="grid not-first:mt-2 not-first:pt-2 not-first:border-t not-first:border-t-line">
              {entries.map(renderEntry)}
            </div>
          )
        }
        return (
          <details key={title} open={!folded.includes(title)} onToggle={({ currentTarget }) => fold(title, !currentTarget.open)}>
            <summary>{title}</summary>
            <div className="grid">{entries.map(renderEntry)}</div>
          </details>
        )
      })}
      {/* The menu is incomplete without the role. */}
      {isAdmin === undefined && adminCheck.error && <LoadFailed query={adminCheck} isAside />}
    </nav>
  )
}

/** Said by the title of the link, so that the entry keeps its name. */
const Waiting = ({ count }: { count: number }) =>
  count > 0 && (
    <span aria-hidden="true" className="menu-count ms-auto text-sm text-ink figures">
      {formatCount(count)}
    </span>
  )

/** The entry of a screen: the longest address above it. The index alone has nothing below. The router ignores case. */
function currentPath(pathname: string, known: string[]): string | undefined {
  const here = `${pathname.toLowerCase().replace(/\/$/, '')}/`
  return known
    .filter((path) => (path === paths.dashboard ? here === `${path}/` : here.startsWith(`${path.toLowerCase()}/`)))
    .toSorted((a, b) => b.length - a.length)[0]
}
