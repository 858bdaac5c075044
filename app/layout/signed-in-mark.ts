import { useLayoutEffect } from 'react'
import { useSession } from '#app/identity/session.tsx'

/**
 * Runs in the head, before the first paint: pages come from a cache that does not know who is looking, so the header
 * holds both of its states and CSS shows the one that this mark names. Constant, so that its hash is too.
 */
export const MARK_SIGNED_IN_SCRIPT
  = "try{if(localStorage.getItem('accessToken'))document.documentElement.dataset.signedIn=''}catch{}"

/** Keeps the mark true once the session is known. */
export function useSignedInMark() {
  const { status } = useSession()
  useLayoutEffect(() => {
    if (status === 'loading') return
    if (status === 'signedIn') document.documentElement.dataset.signedIn = ''
    else delete document.documentElement.dataset.signedIn
  }, [status])
}
