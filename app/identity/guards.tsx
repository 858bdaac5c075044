import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { userCalls, type Identity } from '#contract/people/users.ts'
import { loginStateAt } from '#app/identity/return-path.ts'
import { SessionContext, useSession } from '#app/identity/session.tsx'
import { paths } from '#app/paths.ts'
import { queryClient, readOf } from '#app/api/queries.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'

type SignedInProps = {
  children: ReactNode
  /** Placeholder of the screen until the session is known. */
  skeleton?: ReactNode
}

/**
 * Shows its children to signed-in users and provides the queries and `isAdmin` of `useSession`. Others are sent to the
 * login page and return afterwards. Specification section 2, "Guards".
 */
export function SignedIn({ children, skeleton }: SignedInProps) {
  const { status, identity, ending } = useSession()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (status === 'signedIn' && !wasSignedIn) setWasSignedIn(true)

  const place = skeleton ?? <PageSkeleton />
  if (status === 'loading') return <div className="min-h-dvh">{place}</div>
  if (identity === null) {
    const sessionEnded = ending === 'ended'
    return (
      <div className="min-h-dvh">
        {place}
        <ToLogin comeBack={sessionEnded || !wasSignedIn} sessionEnded={sessionEnded} />
      </div>
    )
  }
  return (
    // Resets the screen's state for the next user.
    <QueryClientProvider key={identity.uid} client={queryClient}>
      <div className="min-h-dvh">
        <WithAdminCheck identity={identity}>{children}</WithAdminCheck>
      </div>
    </QueryClientProvider>
  )
}

const PageSkeleton = () => (
  <div className="shell py-8 lg:py-12">
    <Skeleton />
  </div>
)

/** `comeBack` is false after Sign Out or a refusal on this page. */
function ToLogin({ comeBack, sessionEnded }: { comeBack: boolean; sessionEnded: boolean }) {
  const location = useLocation()
  const navigate = useNavigate()

  useEffect(() => {
    const state = comeBack ? loginStateAt(location, sessionEnded) : null
    void navigate(paths.login, { replace: true, state })
  }, [comeBack, location, navigate, sessionEnded])

  return null
}

/** Looks up the role. Specification section 6, "Admin status". */
function WithAdminCheck({ identity, children }: { identity: Identity; children: ReactNode }) {
  const session = useSession()
  const { data, error, isFetching, refetch } = useQuery(readOf(userCalls.isAdmin, { params: { email: identity.email } }))
  const value = useMemo(
    () => ({ ...session, isAdmin: data?.admin, permissions: data?.permissions, adminCheck: { error, isFetching, refetch } }),
    [session, data, error, isFetching, refetch],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}
