import { useEffect, useState, type ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { dialogWords as words } from '#app/words/dialogs.ts'

/**
 * Asks before a screen is left while it `hasUnsavedText`: within the shop, and before a sign-out, in a dialog, otherwise in the
 * browser's own. `of` is what would be left: the screen, or also its address, for elements that close when the query changes.
 * @returns the dialog, to be shown on the screen.
 */
export function useLeaveQuestion(hasUnsavedText: boolean, of: 'screen' | 'address' = 'screen'): ReactNode {
  /** Repeats the press of Sign Out that was stopped. */
  const [signOut, setSignOut] = useState<() => void>()
  const { state, reset, proceed } = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsavedText && (of === 'address' || currentLocation.pathname !== nextLocation.pathname),
  )

  useEffect(() => {
    if (!hasUnsavedText) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    // The button is in the header, which public pages have without the code of this question.
    const askBeforeSignOut = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-sign-out]') : null
      if (!button) return
      event.stopPropagation()
      setSignOut(() => () => {
        removeEventListener('click', askBeforeSignOut, true)
        button.click()
      })
    }
    addEventListener('beforeunload', ask)
    addEventListener('click', askBeforeSignOut, true)
    return () => {
      removeEventListener('beforeunload', ask)
      removeEventListener('click', askBeforeSignOut, true)
    }
  }, [hasUnsavedText])

  if (state !== 'blocked' && !signOut) return null
  const stay = () => {
    reset?.()
    setSignOut(undefined)
  }
  return (
    <ConfirmModal question={words.leave} onCancel={stay} onConfirm={signOut ?? proceed ?? stay}>
      {words.unsavedText}
    </ConfirmModal>
  )
}
