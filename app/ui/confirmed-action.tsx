import { useState, type ReactNode } from 'react'
import type { Call } from '#contract/basics/call.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { toastFailure } from '#app/ui/failure.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { fieldMessageOf } from '#app/api/api-error.ts'
import { useAction } from '#app/api/use-action.ts'

type AskingButton =
  | {
      /** The words on the button of the action. */
      button: string
      /** Its accessible name, where the words do not name the object. */
      buttonLabel?: string
      renderButton?: never
    }
  /** Another button; `ask` opens the question. */
  | { renderButton: (ask: () => void) => ReactNode; button?: never; buttonLabel?: never }

type ConfirmedActionProps<Answer> = AskingButton & {
  question: string
  tone?: 'primary' | 'danger'
  /** Text under the question. */
  children?: ReactNode
  /** Replaces it while the action takes long. */
  progress?: ReactNode
  /** A required text, which is passed to `send`. `missing` is the message without one; a refusal of the text is shown at it. */
  reason?: { label: string; hint: string; maxLength: number; missing: string }
  onStart?: () => void
  send: (reason: string) => Promise<Answer>
  onDone: (answer: Answer) => unknown
  /** Shows every failure instead of a toast. */
  onFailed?: (error: Error) => void
  changes?: Call[]
}

/** A button whose action is confirmed in a dialog. */
export function ConfirmedAction<Answer>(props: ConfirmedActionProps<Answer>) {
  const { button, buttonLabel, renderButton, question, tone, children, progress, reason, onStart, send, onDone, onFailed, changes } = props
  const [asks, setAsks] = useState(false)
  const [written, setWritten] = useState('')
  const [problem, setProblem] = useState<string>()
  const ask = () => setAsks(true)
  const refusalOf = (error: Error | null) => (reason ? fieldMessageOf(error) : undefined)
  const { run, isRunning } = useAction({
    onStart,
    send,
    onDone,
    onRefused: (error, typed: string) => {
      const refusal = refusalOf(error)
      if (refusal === undefined) toastFailure(error, () => run(typed))
      else setProblem(refusal)
    },
    onFailed,
    onEnd: (error) => setAsks(refusalOf(error) !== undefined),
    changes,
  })

  const reasonField = reason && (
    <TextField
      className="mt-4"
      label={reason.label}
      hint={reason.hint}
      error={problem}
      value={written}
      maxLength={reason.maxLength}
      readOnly={isRunning}
      onChange={({ target }) => {
        setWritten(target.value)
        setProblem(undefined)
      }}
    />
  )
  return (
    <>
      {renderButton ? (
        renderButton(ask)
      ) : (
        <Button variant="secondary" aria-label={buttonLabel} onClick={ask}>
          {button}
        </Button>
      )}
      {asks && (
        <ConfirmModal
          question={question}
          tone={tone}
          busy={isRunning}
          onConfirm={() => (reason && written.trim() === '' ? setProblem(reason.missing) : run(written))}
          onCancel={() => setAsks(false)}
        >
          {reasonField ? (
            <>
              {children}
              {reasonField}
            </>
          ) : (
            (isRunning && progress) || children
          )}
        </ConfirmModal>
      )}
    </>
  )
}
