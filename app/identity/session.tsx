import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { browserStorage } from '#app/identity/browser-storage.ts'
import { arrivedKeeper, onKeeper } from '#app/identity/keeper-arrival.ts'
import type { SessionKeeper } from '#app/identity/session-keeper.ts'
import { LOADING, SIGNED_OUT, STORED, type SessionState } from '#app/identity/session-state.ts'

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

const loadKeeper = async () => (await import('#app/identity/browser-session.ts')).sessionKeeper

const actions = {
  // Even an import of what is here takes a turn of the event loop, in which the page may be left.
  signOut: async () => (arrivedKeeper() ?? (await loadKeeper())).leave(),
  renamed: (displayName: string) => arrivedKeeper()?.rename(displayName),
}

const adminUnknown = { isAdmin: undefined, adminCheck: { error: null, isFetching: false, refetch: async () => {} } }

export const SessionContext = createContext<Session>({ ...LOADING, ...adminUnknown, ...actions })

/** Who is signed in. `isAdmin` is known inside `<SignedIn>`, which asks for it. */
export const useSession = (): Session => use(SessionContext)

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState(LOADING)
  const session = useMemo(() => ({ ...state, ...adminUnknown, ...actions }), [state])

  useEffect(() => keepSession(setState), [])

  return <SessionContext value={session}>{children}</SessionContext>
}

/** Starts the keeper once it is here, fetches it when it is needed, and tells it what happens around the page. */
function keepSession(show: (state: SessionState) => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let keeper: SessionKeeper | undefined
  let unsubscribe: (() => void) | undefined
  const stopWaiting = onKeeper((arrived) => {
    keeper = arrived
    unsubscribe = arrived.subscribe(() => show(arrived.snapshot()))
    arrived.start()
    show(arrived.snapshot())
  })
  const fetchKeeper = () => {
    // Without a network it cannot come; the next wake tries again.
    if (isKeeperNeeded()) loadKeeper().catch(() => undefined)
    else if (!keeper) show(SIGNED_OUT)
  }
  const wake = () => {
    if (document.visibilityState !== 'visible') return
    if (keeper) keeper.start()
    else fetchKeeper()
  }
  const storageChanged = ({ key }: StorageEvent) => {
    if (keeper) keeper.storageChanged(key)
    else fetchKeeper()
  }
  window.addEventListener('storage', storageChanged, { signal })
  window.addEventListener('online', wake, { signal })
  window.addEventListener('pageshow', wake, { signal })
  document.addEventListener('visibilitychange', wake, { signal })
  fetchKeeper()
  return () => {
    listening.abort()
    stopWaiting()
    unsubscribe?.()
    keeper?.stop()
  }
}

/** Somebody is signed in, or the server has yet to hear of a sign-out. */
const isKeeperNeeded = () => browserStorage.getItem(STORED.token) !== null || browserStorage.getItem(STORED.signOutPending) !== null
