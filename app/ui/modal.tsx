import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { dialogWords as words } from '#app/words/dialogs.ts'

type ConfirmModalProps = {
  /** The question; it names the dialog. */
  question: string
  /** More words under the question. */
  children?: ReactNode
  onConfirm: () => void
  onCancel: () => void
  /** The confirmed call is running: neither button works. */
  busy?: boolean
  /** `danger` when confirming destroys something. */
  tone?: 'primary' | 'danger'
}

/** Asks before something that cannot be undone. */
export function ConfirmModal({ question, children, onConfirm, onCancel, busy = false, tone = 'danger' }: ConfirmModalProps) {
  return (
    <Dialog label={question} busy={busy} closesOutside onClose={onCancel}>
      <div className="p-6">
        <h2 className="text-xl">{question}</h2>
        {children && <div className="mt-2 text-soft">{children}</div>}
        <div className="modal-actions">
          <Button variant="secondary" onClick={onCancel} disabled={busy}>
            {words.cancel}
          </Button>
          <Button variant={tone} onClick={onConfirm} busy={busy}>
            {words.confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
