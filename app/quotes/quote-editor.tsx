import { useEffect, useState, useSyncExternalStore, type DragEvent, type ReactNode } from 'react'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { mayRetry } from '#app/api/may-retry.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TryAgain } from '#app/ui/try-again.tsx'
import { quoteWords as words } from '#app/words/quote.ts'
import { AddLines } from './add-lines.tsx'
import { priceLines } from './quote-calls.ts'
import { QuoteBar } from './quote-bar.tsx'
import { QuoteSheet } from './quote-sheet.ts'
import { QuoteTable } from './quote-table.tsx'
import { useAskedPart } from './use-asked-part.ts'
import { isList, useList } from './use-list.ts'
import { useQuoteDraft } from './use-quote-draft.ts'
import { useSaving } from './use-saving.ts'

/** The lines, and the fields and the total below or beside them; the footer is below the window. */
const SCREEN = [
  'quote-screen relative grid grid-cols-1 content-start gap-6 min-h-dvh',
  'xl:grid-cols-[minmax(0,1fr)_17rem] xl:items-start xl:[&>.notice]:col-span-full',
].join(' ')
const DROP_HERE = [
  'absolute z-30 -inset-2 grid place-items-center border-2 border-dashed border-accent rounded-box bg-accent-tint/90',
  'text-xl font-[650] pointer-events-none',
].join(' ')

type QuoteEditorProps = {
  /** Rendered instead of the button that saves the lines. `isReady`: they can be edited. */
  renderSave?: (sheet: QuoteSheet, isReady: boolean) => ReactNode
}

/** Edits the lines of a quote, shows their prices, and saves them. */
export function QuoteEditor({ renderSave }: QuoteEditorProps) {
  const [sheet] = useState(
    () =>
      new QuoteSheet({
        price: priceLines,
        after: (delayMs, work) => {
          const timer = setTimeout(work, delayMs)
          return () => clearTimeout(timer)
        },
        mayRetry,
      }),
  )
  const state = useSyncExternalStore(sheet.subscribe, sheet.snapshot, sheet.snapshot)
  const draft = useQuoteDraft(sheet, state)
  const list = useList(sheet)
  const [isDropping, setIsDropping] = useState(false)
  const [asksToClear, setAsksToClear] = useState(false)
  const { figures } = state
  const { edited } = draft.words
  const save = useSaving(sheet, draft)
  useAskedPart(sheet, draft.isReady)

  useEffect(() => {
    sheet.start()
    return () => sheet.stop()
  }, [sheet])

  const onPaste = (id: number, text: string) => {
    if (!isList(text)) return false
    list.readText(text, { at: id })
    return true
  }
  const onDrop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files
    setIsDropping(false)
    if (!file || !draft.isReady) return
    event.preventDefault()
    list.readFile(file)
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button above opens the same file */}
      <div
        className={SCREEN}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setIsDropping(true)
        }}
        onDragLeave={(event) => {
          if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setIsDropping(false)
        }}
        onDrop={onDrop}
      >
        {edited && (
          <Notice
            action={
              <Button variant="secondary" onClick={() => draft.clear()}>
                {words.stopEditing}
              </Button>
            }
          >
            {words.newVersionOf(edited.number, edited.version)}
          </Notice>
        )}
        <div className="grid grid-cols-1 gap-4 min-w-0">
          <AddLines list={list} disabled={!draft.isReady} />
          <QuoteTable sheet={sheet} state={state} list={list} disabled={!draft.isReady} onPaste={onPaste} />
          {state.failure !== undefined && (
            <Notice tone="danger" action={<TryAgain onClick={() => sheet.retry()} />}>
              {words.pricesFailed}
            </Notice>
          )}
        </div>
        <aside
          aria-label={words.summary}
          className="contents xl:sticky xl:top-[calc(var(--header-height)+1.5rem)] xl:grid xl:gap-5 print:static"
        >
          {!draft.isKept && <Notice tone="warning">{words.notKept}</Notice>}
          {!renderSave && (
            // Beside the lines from the start, below them once there are some: what has its place already is not moved by a list.
            <div
              className="grid grid-cols-1 gap-4 min-w-0 sm:max-xl:grid-cols-2 max-xl:data-empty:hidden"
              data-empty={figures.given === 0 || undefined}
            >
              <TextField
                label={words.name}
                hint={words.nameHint}
                maxLength={TEXT_LIMITS.quoteName}
                value={draft.words.name}
                onChange={(event) => draft.change({ name: event.target.value })}
              />
              <TextArea
                label={words.note}
                rows={2}
                maxLength={TEXT_LIMITS.quoteNote}
                value={draft.words.note}
                onChange={(event) => draft.change({ note: event.target.value })}
              />
            </div>
          )}
          {save.problem && (
            <Notice tone="danger" action={save.problem.mayRetry && <TryAgain onClick={save.press} />}>
              {save.problem.text}
            </Notice>
          )}
          <QuoteBar {...figures} onTakeBack={list.added.length > 0 ? () => sheet.remove(...list.added) : undefined}>
            {renderSave ? (
              renderSave(sheet, draft.isReady)
            ) : (
              <Button onClick={save.press} busy={save.isRunning} disabled={!draft.isReady}>
                {edited ? words.saveVersion(edited.number) : words.save}
              </Button>
            )}
            {figures.given > 0 && (
              <Button variant="ghost" onClick={() => setAsksToClear(true)} disabled={save.isRunning}>
                {words.clear}
              </Button>
            )}
          </QuoteBar>
        </aside>
        {isDropping && <div className={DROP_HERE}>{words.dropHere}</div>}
      </div>
      {asksToClear && (
        <ConfirmModal
          question={words.clearQuestion(figures.given)}
          onCancel={() => setAsksToClear(false)}
          onConfirm={() => {
            setAsksToClear(false)
            list.stop()
            draft.clear()
          }}
        />
      )}
    </>
  )
}
