import { useLayoutEffect } from 'react'
import { useSession } from '#app/identity/session.tsx'

/**
 * Runs in the head, before the first paint. Pages come from a cache without user data, so the header contains both
 * states and CSS shows the one of this mark. On a slow connection a page is shown seconds before its scripts: until
 * then Sign Out removes the token, and the session keeper does the rest when it is loaded. Constant, so that its hash
 * is too. It is in the page and not in the browser's scripts.
 */
export const MARK_SIGNED_IN_SCRIPT = import.meta.env.SSR
  ? "try{const d=document.documentElement.dataset,s=localStorage;if(s.getItem('accessToken')){d.signedIn='';" +
    "addEventListener('click',e=>{if(!('hydrated'in d)&&e.target.closest('[data-sign-out]')){s.setItem('signOutPending','yes');s.removeItem('accessToken');delete d.signedIn}})}}catch{}"
  : ''

/** Updates the mark when the session is known. */
export function useSignedInMark() {
  const { status } = useSession()
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.hydrated = '' // React handles clicks now.
    if (status === 'loading') return
    if (status === 'signedIn') dataset.signedIn = ''
    else delete dataset.signedIn
  }, [status])
}
