import type { FormEvent, ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { dialogWords } from '#app/words/dialogs.ts'

type FormDialogProps = {
  title: string
  /** On the button that sends. */
  send: string
  busy: boolean
  refusal: string | undefined
  onSend: (event: FormEvent) => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with one form. */
export function FormDialog({ title, send, busy, refusal, onSend, onClose, children }: FormDialogProps) {
  return (
    <Dialog label={title} busy={busy} onClose={onClose}>
      <form noValidate className="modal-body grid gap-4" onSubmit={onSend}>
        <h2 className="text-xl">{title}</h2>
        {children}
        {refusal && <Notice tone="danger">{refusal}</Notice>}
        <div className="modal-actions">
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {dialogWords.cancel}
          </Button>
          <Button type="submit" busy={busy}>
            {send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
