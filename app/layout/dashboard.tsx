import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router'
import { orderCalls } from '#contract/orders/orders.ts'
import { LoadFailed } from '#app/ui/failure.tsx'
import { SignedIn } from '#app/identity/guards.tsx'
import { useMay } from '#app/identity/may.tsx'
import { useSession } from '#app/identity/session.tsx'
import { dashboardEntries } from '#app/layout/dashboard-entries.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { loadPalette } from '#app/layout/palette-host.tsx'
import { UnreadCount } from '#app/orders/unread-orders.tsx'
import { paths } from '#app/paths.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { dashboardWords as words } from '#app/words/dashboard.ts'
import '#app/styles/dashboard.css'
import '#app/styles/list-tools.css'
import '#app/styles/order-lists.css'

/** On a phone the menu is a row of tabs from edge to edge: `--side` is the margin that it passes over. */
const FRAME = 'dashboard grid grid-cols-1 items-start gap-2 w-full max-w-487 mx-auto px-(--side) pb-8 [--side:clamp(1rem,2vw,1.5rem)]'
const FRAME_WITH_SIDE = 'lg:grid-cols-[11.75rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-8 lg:pt-4 lg:pb-12'
const CONTENT = 'dashboard-content lg:[grid-area:1/2/span_2]'
const MENU = 'side-menu [scrollbar-width:none] lg:sticky lg:top-[calc(var(--header-height)+1rem)] lg:grid lg:gap-0'
const MENU_OF_TABS =
  'max-lg:relative max-lg:flex max-lg:gap-1 max-lg:overflow-x-auto max-lg:-mx-(--side) max-lg:px-(--side) max-lg:border-b max-lg:border-b-line'
const LINK = 'flex flex-none items-center gap-3 min-h-11 px-3 py-2 font-semibold whitespace-nowrap focus-visible:-outline-offset-3'
const LINK_COLOURS = 'text-soft hover:bg-sunken hover:text-ink aria-[current]:text-ink lg:aria-[current]:bg-accent-tint'
const LINK_AS_TAB = 'max-lg:[&>.icon]:hidden max-lg:aria-[current]:[box-shadow:inset_0_-3px_var(--color-accent)]'
/** Forced colours leave out shadows. */
const LINK_IN_FORCED_COLOURS = 'max-lg:aria-[current]:forced-colors:[border-bottom:3px_solid_Highlight]'

export const meta = pageMeta(words.title)

export default function Dashboard() {
  // So that it opens at once.
  useEffect(() => void loadPalette().catch(() => undefined), [])
  return (
    <SignedIn skeleton={<DashboardSkeleton />}>
      <div className={`${FRAME} ${FRAME_WITH_SIDE}`}>
        <Welcome />
        <SideMenu />
        <div className={CONTENT}>
          <Outlet />
        </div>
      </div>
    </SignedIn>
  )
}

/** Below 64rem the dashboard's frame moves the notice of trial mode to the end, so it must be there from the start. */
const DashboardSkeleton = () => (
  <div className={`${FRAME} ${FRAME_WITH_SIDE}`}>
    <div className={CONTENT}>
      <Skeleton />
    </div>
  </div>
)

function Welcome() {
  const { identity } = useSession()
  return (
    <h1 className="dashboard-welcome truncate text-sm/6 lg:px-3 lg:leading-[1.4] lg:whitespace-normal">
      {words.welcome} <span className="text-soft lg:block">{identity?.displayName}</span>
    </h1>
  )
}

function SideMenu() {
  const { isAdmin, adminCheck } = useSession()
  const may = useMay()
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shownFor = useRef('')

  // Where the menu is a row of tabs, scrolls the current one into view.
  useLayoutEffect(() => {
    const screen = `${pathname} ${isAdmin}`
    if (shownFor.current === screen) return
    shownFor.current = screen
    const current = menu.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) menu.current?.scrollTo({ left: current.offsetLeft - menu.current.clientWidth / 2 + current.offsetWidth / 2 })
  })

  return (
    <nav ref={menu} aria-label={words.menu} className={`${MENU} ${MENU_OF_TABS}`}>
      {dashboardEntries({ isAdmin, may }).map(([path, Icon, label]) => (
        <NavLink
          key={path}
          to={path}
          prefetch="intent"
          end={path === paths.dashboard}
          className={`${LINK} ${LINK_COLOURS} ${LINK_AS_TAB} ${LINK_IN_FORCED_COLOURS} lg:min-h-10 lg:rounded-box`}
        >
          <Icon />
          <span>{label}</span>
          {path === (may(orderCalls.all) ? paths.allOrder : paths.dashboard) && <UnreadCount />}
        </NavLink>
      ))}
      {/* The menu is incomplete without the role. */}
      {isAdmin === undefined && adminCheck.error && <LoadFailed query={adminCheck} />}
    </nav>
  )
}
