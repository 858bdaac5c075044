import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useMay } from '#app/identity/may.tsx'
import { useSession } from '#app/identity/session.tsx'
import { requiredPermission, titleOfScreen } from '#app/layout/dashboard-entries.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Loading } from '#app/ui/failure.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { dashboardWords as words } from '#app/words/dashboard.ts'

/**
 * Shows its screens to admins, and to people with a permission those that it allows. Other users are signed out and do not return
 * here (specification section 2, "Guards"); a failed look-up of the role shows an error with a retry.
 */
export default function AdminScreens() {
  const { isAdmin, permissions = [], adminCheck, signOut } = useSession()
  const may = useMay()
  const { pathname } = useLocation()
  const isRefused = isAdmin === false && permissions.length === 0

  useEffect(() => {
    if (isRefused) void signOut()
  }, [isRefused, signOut])

  if (may(requiredPermission(pathname))) return <Outlet />
  if (isAdmin !== undefined && !isRefused) return <EmptyState title={words.notPermitted}>{words.notPermittedMore}</EmptyState>
  if (isRefused) return <Spinner />
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-xl">{titleOfScreen(pathname)}</h2>
      <Loading query={adminCheck} skeleton={<Spinner />} failed={words.adminCheckFailed} />
    </section>
  )
}
