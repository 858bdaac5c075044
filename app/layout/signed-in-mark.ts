import { useLayoutEffect } from 'react'
import { useSession } from '#app/identity/session.tsx'

/**
 * Runs in the head, before the first paint: pages come from a cache that does not know who is looking, so the header
 * holds both of its states and CSS shows the one that this mark names. A page is there before its scripts are, on a slow
 * line for seconds: until then a press on Sign Out takes the token away, and the session's keeper does the rest when it
 * comes. Constant, so that its hash is too. The browser has it in its page, not once more in its scripts.
 */
export const MARK_SIGNED_IN_SCRIPT = import.meta.env.SSR
  ? "try{const d=document.documentElement.dataset,s=localStorage;if(s.getItem('accessToken')){d.signedIn='';"
  + "addEventListener('click',e=>{if(!('hydrated'in d)&&e.target.closest('[data-sign-out]')){s.setItem('signOutPending','yes');s.removeItem('accessToken');delete d.signedIn}})}}catch{}"
  : ''

/** Keeps the mark true once the session is known. */
export function useSignedInMark() {
  const { status } = useSession()
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.hydrated = '' // React hears the presses now.
    if (status === 'loading') return
    if (status === 'signedIn') dataset.signedIn = ''
    else delete dataset.signedIn
  }, [status])
}
