import { Navigate, Outlet, useLocation } from 'react-router'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { profilePages } from '#app/layout/sub-page-entries.ts'
import { paths } from '#app/paths.ts'
import { SubPages } from '#app/ui/sub-pages.tsx'
import { profileWords as words } from '#app/words/profile.ts'

/** The frame of the profile's pages. */
export default function ProfilePages() {
  const { pathname, search } = useLocation()
  // Endpoints of webhooks were opened on the first page before the developers had one of their own.
  if (pathname === paths.profile && /[?&](?:open|sandbox)=/.test(search)) {
    return <Navigate replace to={dashboardPaths.developers + search} />
  }
  return (
    <SubPages label={words.pages} pages={profilePages}>
      <Outlet />
    </SubPages>
  )
}
