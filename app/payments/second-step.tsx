import { useId, useLayoutEffect, useRef } from 'react'
import { Button } from '#app/ui/button.tsx'
import { sandboxWords as words } from '#app/words/sandbox.ts'
import type { SecondStepOutcome } from './sandbox-card.ts'

type SecondStepProps = { open: boolean; total: string; onDecide: (outcome: SecondStepOutcome) => void }

/** Plays the card's bank, which asks its customer once more. Escape fails the step, as closing a bank's window does. */
export function SecondStep({ open, total, onDecide }: SecondStepProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const questionId = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    return () => element.close()
  }, [open])

  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={questionId}
      onCancel={(event) => {
        event.preventDefault()
        onDecide('fail')
      }}
    >
      <div className="modal-body">
        <h2 id={questionId} className="text-xl">{words.secondStep}</h2>
        <p className="mt-2 text-soft">{words.secondStepText(total)}</p>
        <div className="modal-actions">
          <Button variant="secondary" onClick={() => onDecide('fail')}>{words.fail}</Button>
          <Button onClick={() => onDecide('complete')}>{words.complete}</Button>
        </div>
      </div>
    </dialog>
  )
}
