import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { useSession } from '#app/identity/session.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { TryAgain } from '#app/ui/try-again.tsx'
import { dashboardWords } from '#app/words/dashboard.ts'

/**
 * Shows its screens to admins. Other users are signed out and do not return here (specification section 2, "Guards");
 * a failed look-up of the role shows an error with a retry.
 */
export default function AdminScreens() {
  const { isAdmin, adminCheck, signOut } = useSession()
  const isRefused = isAdmin === false

  useEffect(() => {
    if (isRefused) void signOut()
  }, [isRefused, signOut])

  if (isAdmin === true) return <Outlet />
  if (isRefused || !adminCheck.error) return <Spinner />
  return (
    <Notice tone="danger" action={<TryAgain onClick={() => void adminCheck.refetch()} />}>
      {dashboardWords.adminCheckFailed}
    </Notice>
  )
}
