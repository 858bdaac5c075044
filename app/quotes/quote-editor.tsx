import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type DragEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { tryAgainLater } from '#contract/try-again-later.ts'
import { loginStateAt } from '#app/identity/return-path.ts'
import { useSession } from '#app/identity/session.tsx'
import { mayRetry } from '#app/may-retry.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { controlWords } from '#app/words/controls.ts'
import { quoteWords as words } from '#app/words/quote.ts'
import { AddLines } from './add-lines.tsx'
import { priceLines } from './quote-calls.ts'
import { QuoteBar } from './quote-bar.tsx'
import { QuoteSheet } from './quote-sheet.ts'
import { QuoteTable } from './quote-table.tsx'
import { isList, useList } from './use-list.ts'
import { useQuoteDraft, type QuoteDraft } from './use-quote-draft.ts'

/** The lines of a quote being made, their prices, and what can be done with them. */
export function QuoteEditor() {
  const [sheet] = useState(
    () =>
      new QuoteSheet({
        price: priceLines,
        after: (delayMs, work) => {
          const timer = setTimeout(work, delayMs)
          return () => clearTimeout(timer)
        },
        mayRetry: mayRetry,
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
      {/* Dropping a file is a way beside the button above it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is no more than a shortcut */}
      <div
        className="quote-screen"
        data-dropping={isDropping || undefined}
        data-drop-text={words.dropHere}
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
        <AddLines list={list} disabled={!draft.isReady} />
        <QuoteTable sheet={sheet} state={state} disabled={!draft.isReady} onPaste={onPaste} />
        {state.failure !== undefined && (
          <Notice
            tone="danger"
            action={
              <Button variant="secondary" onClick={() => sheet.retry()}>
                {controlWords.tryAgain}
              </Button>
            }
          >
            {words.pricesFailed}
          </Notice>
        )}
        {!draft.isKept && <Notice tone="warning">{words.notKept}</Notice>}
        {figures.given > 0 && (
          <div className="grid gap-5 lg:grid-cols-2">
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
        {save.trouble !== undefined && (
          <Notice
            tone="danger"
            action={
              save.mayRetry && (
                <Button variant="secondary" onClick={save.press}>
                  {controlWords.tryAgain}
                </Button>
              )
            }
          >
            {save.trouble}
          </Notice>
        )}
        <QuoteBar figures={figures} onTakeBack={list.added.length > 0 ? () => sheet.remove(...list.added) : undefined}>
          {figures.given > 0 && (
            <Button variant="ghost" onClick={() => setAsksToClear(true)} disabled={save.isRunning}>
              {words.clear}
            </Button>
          )}
          <Button onClick={save.press} busy={save.isRunning} disabled={!draft.isReady}>
            {edited ? words.saveVersion(edited.number) : words.save}
          </Button>
        </QuoteBar>
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

/** What to say about a failed save. Offline, the script with the sentences may not load either. */
async function troubleOf(error: unknown): Promise<{ text: string; mayRetry: boolean }> {
  try {
    const { failureText } = await import('#app/failure.tsx')
    return { text: failureText(error), mayRetry: mayRetry(error) }
  } catch {
    return { text: tryAgainLater, mayRetry: true }
  }
}

/** The part that another screen has sent here, `/quote?part=...&quantity=...`: one line of it, once. */
function useAskedPart(sheet: QuoteSheet, isReady: boolean): void {
  const { search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const asked = new URLSearchParams(search)
    const partsId = asked.get('part')
    if (!isReady || partsId === null) return
    if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(partsId)) {
      sheet.add([{ text: '', quantity: (asked.get('quantity') ?? '').slice(0, 12), partsId }])
    }
    void navigate(paths.quote, { replace: true })
  }, [sheet, isReady, search, navigate])
}

type Saving = { press: () => void; isRunning: boolean; trouble: string | undefined; mayRetry: boolean }

/**
 * Saves once every line has its answer. A visitor goes through the login page first and comes back to the same lines,
 * which are saved at the total that was on the screen when Save was pressed.
 */
function useSaving(sheet: QuoteSheet, draft: QuoteDraft): Saving {
  const { status } = useSession()
  const navigate = useNavigate()
  const [isRunning, setIsRunning] = useState(false)
  const [trouble, setTrouble] = useState<{ text: string; mayRetry: boolean }>()
  const running = useRef(false)
  const { isReady, words: kept, change, keepNow, clear } = draft

  const press = async () => {
    if (running.current) return
    if (sheet.given().length === 0) return setTrouble({ text: words.saveNeedsLines, mayRetry: false })
    running.current = true
    setIsRunning(true)
    setTrouble(undefined)
    try {
      if (sheet.snapshot().failure !== undefined) sheet.retry()
      if (await sheet.settled()) await (status === 'signedIn' ? send() : toLogin())
    } finally {
      running.current = false
      setIsRunning(false)
    }
  }

  async function toLogin(): Promise<void> {
    keepNow({ saveAt: sheet.snapshot().figures.total })
    await navigate(paths.login, { state: loginStateAt({ pathname: paths.quote, search: '' }) })
  }

  async function send(): Promise<void> {
    const { name, note, edited, saveAt } = kept
    const total = saveAt ?? sheet.snapshot().figures.total
    if (saveAt !== undefined) change({ saveAt: undefined })
    try {
      const { saveQuote } = await import('./save-quote.ts')
      const outcome = await saveQuote({ lines: sheet.given(), name, note, total, edited })
      if (outcome.kind === 'saved') {
        const { quote } = outcome
        clear()
        toast.success(words.saved(quote.number))
        await navigate(paths.quoteOne(quote._id))
      }
      if (outcome.kind === 'signInNeeded') await toLogin()
      if (outcome.kind === 'totalChanged') {
        sheet.priceAnew()
        setTrouble({ text: words.changedTotal, mayRetry: false })
      }
      if (outcome.kind === 'outdated') {
        change({ edited: outcome.edited })
        setTrouble({ text: words.versionOutdated(outcome.edited.number), mayRetry: false })
      }
      if (outcome.kind === 'gone' && edited) {
        change({ edited: undefined })
        setTrouble({ text: words.editedGone(edited.number), mayRetry: false })
      }
    } catch (error) {
      setTrouble(await troubleOf(error))
    }
  }

  const saveOnReturn = useEffectEvent(() => void press())
  // Back from the login page; whoever came back without signing in has changed their mind.
  const isReturning = isReady && kept.saveAt !== undefined
  useEffect(() => {
    if (!isReturning) return
    // oxlint-disable-next-line react/set-state-in-effect -- what was begun before the login page goes on
    if (status === 'signedIn') saveOnReturn()
    else if (status === 'signedOut') change({ saveAt: undefined })
  }, [isReturning, status, change])

  return { press: () => void press(), isRunning, trouble: trouble?.text, mayRetry: trouble?.mayRetry ?? false }
}
