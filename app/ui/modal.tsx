import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { dialogWords as words } from '#app/words/dialogs.ts'

type ConfirmModalProps = {
  open: boolean
  /** The question; it names the dialog. */
  question: string
  /** More words under the question. */
  children?: ReactNode
  onConfirm: () => void
  onCancel: () => void
  /** The confirmed call is running: neither button works and Escape does not close. */
  busy?: boolean
  /** `danger` when confirming destroys something. */
  tone?: 'primary' | 'danger'
}

/**
 * Asks before something that cannot be undone. The browser's own modal dialog keeps the focus inside while it is open
 * and gives it back to where it was.
 */
export function ConfirmModal(props: ConfirmModalProps) {
  const { open, question, children, onConfirm, onCancel, busy = false, tone = 'danger' } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const questionId = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    // Closing before the element leaves the page is what gives the focus back.
    return () => element.close()
  }, [open])

  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={questionId}
      // A press beside the dialog cancels, where the browser knows how.
      closedby="any"
      onCancel={(event) => {
        event.preventDefault()
        if (!busy) onCancel()
      }}
      // Some browsers close at a second Escape without asking.
      onClose={() => {
        if (open && !busy) onCancel()
      }}
    >
      <div className="modal-body">
        <h2 id={questionId} className="text-xl">{question}</h2>
        {children && <div className="mt-2 text-soft">{children}</div>}
        <div className="modal-actions">
          <Button variant="secondary" onClick={onCancel} disabled={busy}>{words.cancel}</Button>
          <Button variant={tone} onClick={onConfirm} busy={busy}>{words.confirm}</Button>
        </div>
      </div>
    </dialog>
  )
}
