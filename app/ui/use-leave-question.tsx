import { useEffect, type ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { dialogWords as words } from '#app/words/dialogs.ts'

/**
 * Asks before a screen is left while it `hasUnsavedText`: within the shop in a dialog, otherwise in the browser's own.
 * @returns the dialog, to be shown on the screen.
 */
export function useLeaveQuestion(hasUnsavedText: boolean): ReactNode {
  const { state, reset, proceed } = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsavedText && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!hasUnsavedText) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [hasUnsavedText])

  if (state !== 'blocked') return null
  return (
    <ConfirmModal question={words.leave} onCancel={reset} onConfirm={proceed}>
      {words.unsavedText}
    </ConfirmModal>
  )
}
