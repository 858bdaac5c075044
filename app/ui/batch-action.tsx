import { useEffect, useRef, useState } from 'react'
import { formatCount } from '#contract/basics/figures.ts'
import type { Call } from '#contract/basics/call.ts'
import { failureText } from '#app/ui/failure.tsx'
import { readAgain } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { ProgressBar } from '#app/ui/work-progress.tsx'
import { batchWords as words } from '#app/words/batch.ts'

type Failure = { name: string; sentence: string }

/** Progress of a batch. `isOver`: nothing more is sent. */
type Progress = { sent: number; of: number; failures: Failure[]; isOver: boolean }

type BatchActionProps<Row> = {
  /** Label of the button. */
  label: string
  question: string
  tone?: 'primary' | 'danger'
  rows: readonly Row[]
  nameOf: (row: Row) => string
  /** One call, which changes one row or nothing; returns a sentence when it did nothing. */
  send: (row: Row) => Promise<string | undefined>
  /** Calls whose data the action changes. They are read again when the batch ends. */
  changes: Call[]
}

/**
 * Runs the same action for each selected row, one call after the other, after one question. The batch can be stopped between
 * two calls; what failed is listed. Leaving the screen stops it. Without rows there is no button.
 */
export function BatchAction<Row>({ label, question, tone = 'primary', rows, nameOf, send, changes }: BatchActionProps<Row>) {
  const [asks, setAsks] = useState(false)
  const [progress, setProgress] = useState<Progress>()
  const isRunning = useRef(false)
  const isStopped = useRef(false)

  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])

  const run = async () => {
    // A second press can come before the question is closed.
    if (isRunning.current) return
    isRunning.current = true
    isStopped.current = false
    const failures: Failure[] = []
    const report = (sent: number, isOver: boolean) => setProgress({ sent, of: rows.length, failures: [...failures], isOver })
    let sent = 0
    report(sent, false)
    setAsks(false)
    for (const row of rows) {
      if (isStopped.current) break
      const sentence = await send(row).catch(failureText)
      if (sentence !== undefined) failures.push({ name: nameOf(row), sentence })
      report(++sent, false)
    }
    await readAgain(...changes)
    report(sent, true)
    isRunning.current = false
  }
  return (
    <>
      {rows.length > 0 && (
        <Button variant={tone} onClick={() => setAsks(true)}>
          {label}
        </Button>
      )}
      {asks && <ConfirmModal question={question} tone={tone} onConfirm={() => void run()} onCancel={() => setAsks(false)} />}
      {progress && (
        <BatchProgress
          label={label}
          progress={progress}
          onStop={() => {
            isStopped.current = true
          }}
          onClose={() => setProgress(undefined)}
        />
      )}
    </>
  )
}

type BatchProgressProps = { label: string; progress: Progress; onStop: () => void; onClose: () => void }

function BatchProgress({ label, progress: { sent, of, failures, isOver }, onStop, onClose }: BatchProgressProps) {
  const [isStopping, setIsStopping] = useState(false)
  const done = sent - failures.length
  return (
    <Dialog label={label} busy={!isOver} onClose={onClose}>
      <div className="p-6 grid gap-3">
        <h2 className="text-xl">{label}</h2>
        <ProgressBar value={sent} max={of} aria-label={label} />
        <p role="status" className="figures">
          {isOver ? words.done(formatCount(done), formatCount(of)) : words.sent(formatCount(sent), formatCount(of))}
        </p>
        {isOver && sent < of && <p>{words.notSent(formatCount(of - sent))}</p>}
        {failures.length > 0 && (
          <ul className="grid gap-1 max-h-[40vh] overflow-y-auto" aria-label={words.failures}>
            {failures.map(({ name, sentence }) => (
              <li key={name}>
                <strong className="font-semibold">{name}</strong>: {sentence}
              </li>
            ))}
          </ul>
        )}
        <div className="modal-actions">
          {isOver ? (
            <Button onClick={onClose}>{words.close}</Button>
          ) : (
            <Button
              variant="secondary"
              disabled={isStopping}
              onClick={() => {
                setIsStopping(true)
                onStop()
              }}
            >
              {words.stop}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
