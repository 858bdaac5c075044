import { createContext, use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import type { Permission } from '#contract/people/permissions.ts'
import { sessionKeeper } from '#app/identity/browser-session.ts'
import { LOADING, type SessionState } from '#app/identity/session-state.ts'

export type Session = SessionState & {
  /** Undefined until it is known. */
  isAdmin: boolean | undefined
  /** What a person who is no admin may do for the shop. */
  permissions?: readonly Permission[] | undefined
  /** The query of `isAdmin`; `refetch` resolves with success and failure. */
  adminCheck: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
  /** Signs out in this browser at once and then on the server; never fails. */
  signOut: () => Promise<void>
  /** The person has changed their name. */
  renamed: (displayName: string) => void
}

const actions = {
  signOut: () => sessionKeeper.leave(),
  renamed: (displayName: string) => sessionKeeper.rename(displayName),
}

const adminUnknown = { isAdmin: undefined, adminCheck: { error: null, isFetching: false, refetch: async () => {} } }

export const SessionContext = createContext<Session>({ ...LOADING, ...adminUnknown, ...actions })

/** Who is signed in. `isAdmin` is known inside `<SignedIn>`, which asks for it. */
export const useSession = (): Session => use(SessionContext)

export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(sessionKeeper.subscribe, sessionKeeper.snapshot, () => LOADING)
  const session = useMemo(() => ({ ...state, ...adminUnknown, ...actions }), [state])

  useEffect(keepSession, [])

  return <SessionContext value={session}>{children}</SessionContext>
}

/** Starts the keeper of the session, and passes the events of the page on to it. */
function keepSession(): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const wake = () => document.visibilityState === 'visible' && sessionKeeper.start()
  window.addEventListener('storage', ({ key }) => sessionKeeper.storageChanged(key), { signal })
  window.addEventListener('online', wake, { signal })
  window.addEventListener('pageshow', wake, { signal })
  document.addEventListener('visibilitychange', wake, { signal })
  sessionKeeper.start()
  return () => {
    listening.abort()
    sessionKeeper.stop()
  }
}
