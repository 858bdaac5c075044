import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { SignedIn } from '#app/identity/guards.tsx'
import { browserStorage } from '#app/identity/browser-storage.ts'
import { STORED } from '#app/identity/session-state.ts'
import { useSession } from '#app/identity/session.tsx'
import { DashboardMenu } from '#app/layout/dashboard-menu.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { loadPalette } from '#app/layout/palette-host.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { dashboardWords as words } from '#app/words/dashboard.ts'
import '#app/styles/dashboard.css'
import '#app/styles/list-tools.css'
import '#app/styles/order-lists.css'

/** Where there is no room beside the screen, the menu of customers is a row of tabs from edge to edge: `--side` is the margin that it passes over. */
const FRAME = 'dashboard grid grid-cols-1 items-start gap-2 w-full max-w-487 mx-auto px-(--side) pb-8 [--side:clamp(1rem,2vw,1.5rem)]'
const FRAME_WITH_SIDE =
  'menu-beside:grid-cols-[11.75rem_minmax(0,1fr)] menu-beside:gap-x-8 menu-beside:pt-4 menu-beside:pb-12 menu-folded:grid-cols-[3.25rem_minmax(0,1fr)] menu-folded:gap-x-4'
const CONTENT = 'dashboard-content min-w-0 menu-beside:col-start-2'
const SIDE =
  'dashboard-side relative grid min-w-0 gap-2 content-start menu-beside:sticky menu-beside:top-[calc(var(--header-height)+1rem)] menu-beside:max-h-[calc(100dvh-var(--header-height)-2rem)] menu-beside:overflow-y-auto [scrollbar-width:thin] print:static!'

export const meta = pageMeta(words.title)

export default function Dashboard() {
  // So that it opens at once.
  useEffect(() => void loadPalette().catch(() => undefined), [])
  return (
    <SignedIn skeleton={<DashboardSkeleton />}>
      <DashboardFrame />
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

function DashboardFrame() {
  const { identity, isAdmin, permissions = [] } = useSession()
  // Until it is known, as it was the last time, so that the frame stays.
  const [wasOfShop] = useState(() => browserStorage.getItem(STORED.worksForShop) !== null)
  const isOfShop = isAdmin === undefined ? wasOfShop : isAdmin || permissions.length > 0

  useEffect(() => {
    if (isAdmin === undefined) return
    // Where the storage is blocked, the head's script has no mark of it.
    document.documentElement.dataset['frame'] = isOfShop ? 'shop' : 'visitor'
    if (isOfShop) browserStorage.setItem(STORED.worksForShop, 'yes')
    else if (browserStorage.getItem(STORED.worksForShop) !== null) browserStorage.removeItem(STORED.worksForShop)
  }, [isAdmin, isOfShop])

  return (
    <div className={`${FRAME} ${FRAME_WITH_SIDE}`}>
      <div className={SIDE}>
        <h1 className="dashboard-welcome truncate text-sm/6 menu-beside:px-3 menu-beside:leading-[1.4] menu-beside:whitespace-normal">
          {words.welcome} <span className="text-soft menu-beside:block">{identity?.displayName}</span>
        </h1>
        <DashboardMenu isOfShop={isOfShop} />
      </div>
      <div className={CONTENT}>
        <Outlet />
      </div>
    </div>
  )
}
