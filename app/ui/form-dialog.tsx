import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { Refusal, type Sentences } from '#app/ui/notice.tsx'
import { dialogWords as words } from '#app/words/dialogs.ts'

type FormDialogProps = {
  /** Its heading and accessible name. */
  title: string
  /** A sentence under the heading. */
  lead?: ReactNode
  /** The fields. */
  children: ReactNode
  /** See `useFormAction`: while it runs, the dialog can be neither sent nor closed. Its refusal is shown, one sentence or several. */
  action: { isRunning: boolean; refusal?: Sentences }
  /** The label of the button that sends. */
  submit: string
  /** `danger` when sending destroys something. */
  tone?: 'primary' | 'danger'
  /** The form cannot be sent yet, for example because its data are still loading. */
  disabled?: boolean
  /** Further buttons, between the one that cancels and the one that sends. */
  actions?: ReactNode
  /** For tables and forms of many fields. */
  wide?: boolean | 'table'
  /** A press beside the dialog closes it: only where little is typed. */
  closesOutside?: boolean
  /** Much is typed that would be lost: closing asks first. */
  asksBeforeClosing?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  onClose: () => void
}

/** A dialog with one form: heading, fields, why it was refused, and the buttons. `useFormAction` sends it. */
export function FormDialog(props: FormDialogProps) {
  const { title, lead, children, action, submit, tone, disabled, actions, wide, closesOutside, asksBeforeClosing, onSubmit, onClose } =
    props
  const busy = action.isRunning
  const [isAsking, setIsAsking] = useState(false)
  const close = asksBeforeClosing ? () => setIsAsking(true) : onClose
  return (
    <Dialog
      label={title}
      busy={busy}
      closesOutside={closesOutside}
      onClose={close}
      className={
        wide ? `${wide === 'table' ? 'w-[min(60rem,calc(100vw-2rem))]' : 'w-[min(44rem,calc(100vw-2rem))]'} overscroll-contain` : undefined
      }
    >
      <form
        noValidate
        className="p-6 grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void onSubmit(event)
        }}
      >
        <div>
          <h2 className="text-xl">{title}</h2>
          {lead && <p className="mt-2 text-soft">{lead}</p>}
        </div>
        {children}
        <Refusal sentences={action.refusal} />
        <div className="modal-actions mt-2">
          <Button variant="secondary" onClick={close} disabled={busy}>
            {words.cancel}
          </Button>
          {actions}
          <Button type="submit" variant={tone} busy={busy} disabled={disabled}>
            {submit}
          </Button>
        </div>
      </form>
      {isAsking && (
        <ConfirmModal question={words.leave} onCancel={() => setIsAsking(false)} onConfirm={onClose}>
          {words.unsavedHere}
        </ConfirmModal>
      )}
    </Dialog>
  )
}
