import { createContext, use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import type { Identity } from '#contract/users.ts'
import { sessionKeeper } from '#app/api.ts'
import { LOADING, type SessionState } from '#app/identity/session-keeper.ts'

/** Whether the person is an admin has been asked; known inside `<SignedIn>` alone. */
export type AdminCheck = {
  /** Why the last look-up failed; null while none has. */
  error: Error | null
  /** Asks again. Resolves when the answer is there, or has failed to come. */
  retry: () => Promise<void>
}

export type Session = SessionState & {
  /** Undefined until it is known. */
  isAdmin: boolean | undefined
  adminCheck: AdminCheck
  /** Signs out in this browser at once and then on the server; never fails. */
  signOut: () => Promise<void>
  /** The identity session has begun: fetches the access token. Throws what the call fails with. */
  signedIn: (identity: Identity) => Promise<void>
  /** The person has changed their name. */
  renamed: (displayName: string) => void
}

const actions = {
  signOut: () => sessionKeeper.leave(),
  signedIn: (identity: Identity) => sessionKeeper.begin(identity),
  renamed: (displayName: string) => sessionKeeper.rename(displayName),
}

const adminUnknown = { isAdmin: undefined, adminCheck: { error: null, retry: async () => {} } }

export const SessionContext = createContext<Session>({ ...LOADING, ...adminUnknown, ...actions })

/** Who is signed in. `isAdmin` is known inside `<SignedIn>`, which asks for it. */
export const useSession = (): Session => use(SessionContext)

export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(sessionKeeper.subscribe, sessionKeeper.snapshot, () => LOADING)
  const session = useMemo(() => ({ ...state, ...adminUnknown, ...actions }), [state])

  useEffect(keepSession, [])

  return <SessionContext value={session}>{children}</SessionContext>
}

/** Starts the keeper and tells it what happens around the page: other tabs, sleep, the network. */
function keepSession(): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const wake = () => {
    if (document.visibilityState === 'visible') sessionKeeper.wake()
  }
  window.addEventListener('storage', (event) => sessionKeeper.storageChanged(event.key), { signal })
  window.addEventListener('online', wake, { signal })
  window.addEventListener('pageshow', wake, { signal })
  document.addEventListener('visibilitychange', wake, { signal })
  sessionKeeper.start()
  return () => {
    listening.abort()
    sessionKeeper.stop()
  }
}
