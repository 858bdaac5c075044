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
import '#app/styles/dashboard-pieces.css'
import '#app/styles/list-tools.css'
import '#app/styles/order-lists.css'

export const meta = pageMeta(words.title)

export default function Dashboard() {
  // So that it opens at once.
  useEffect(() => void loadPalette().catch(() => undefined), [])
  return (
    <SignedIn skeleton={<DashboardSkeleton />}>
      <div className="dashboard">
        <Welcome />
        <SideMenu />
        <div className="dashboard-content">
          <Outlet />
        </div>
      </div>
    </SignedIn>
  )
}

/** Below 64rem the dashboard's frame moves the notice of trial mode to the end, so it must be there from the start. */
const DashboardSkeleton = () => (
  <div className="dashboard">
    <div className="dashboard-content">
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
    <nav ref={menu} aria-label={words.menu} className="side-menu">
      {dashboardEntries({ isAdmin, may }).map(([path, Icon, label]) => (
        <NavLink key={path} to={path} prefetch="intent" end={path === paths.dashboard} className="side-menu-link">
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
