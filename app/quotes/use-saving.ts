import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { centsToDollars } from '#contract/basics/money.ts'
import { tryAgainLater } from '#contract/basics/try-again-later.ts'
import { loginStateAt } from '#app/identity/return-path.ts'
import { useSession } from '#app/identity/session.tsx'
import { mayRetry } from '#app/api/may-retry.ts'
import { paths } from '#app/paths.ts'
import { toast } from '#app/ui/toast.ts'
import { quoteWords as words } from '#app/words/quote.ts'
import type { QuoteSheet } from './quote-sheet.ts'
import type { QuoteDraft } from './use-quote-draft.ts'

type Problem = { text: string; mayRetry: boolean }

type Saving = { press: () => void; isRunning: boolean; problem: Problem | undefined }

/**
 * Saves when every line has its answer. Visitors sign in first; afterwards the same lines are saved at the total that was
 * shown when they pressed Save.
 */
export function useSaving(sheet: QuoteSheet, draft: QuoteDraft): Saving {
  const { status } = useSession()
  const navigate = useNavigate()
  const [isRunning, setIsRunning] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const running = useRef(false)
  const { isReady, words: kept, change, keepNow, clear } = draft
  const shownTotal = () => centsToDollars(sheet.snapshot().figures.total)
  const refuse = (text: string) => setProblem({ text, mayRetry: false })

  const press = async () => {
    if (running.current) return
    if (sheet.given().length === 0) return refuse(words.saveNeedsLines)
    running.current = true
    setIsRunning(true)
    setProblem(undefined)
    try {
      if (sheet.snapshot().failure !== undefined) sheet.retry()
      if (await sheet.settled()) await (status === 'signedIn' ? send() : toLogin())
    } finally {
      running.current = false
      setIsRunning(false)
    }
  }

  async function toLogin(): Promise<void> {
    keepNow({ saveAt: shownTotal() })
    await navigate(paths.login, { state: loginStateAt({ pathname: paths.quote, search: '' }) })
  }

  async function send(): Promise<void> {
    const { name, note, edited, saveAt } = kept
    const total = saveAt ?? shownTotal()
    if (saveAt !== undefined) change({ saveAt: undefined })
    const loaded = await loadCalls().catch(() => undefined)
    if (!loaded) return setProblem({ text: tryAgainLater, mayRetry: true })
    const [{ saveQuote, savingWords }, { failureText }] = loaded
    try {
      const outcome = await saveQuote({ lines: sheet.given(), name, note, total, edited })
      if (outcome.kind === 'saved') {
        const { quote } = outcome
        clear()
        toast.success(savingWords.saved(quote.number))
        await navigate(paths.quoteOne(quote._id))
      }
      if (outcome.kind === 'signInNeeded') await toLogin()
      if (outcome.kind === 'totalChanged') {
        sheet.refreshPrices()
        refuse(savingWords.changedTotal)
      }
      if (outcome.kind === 'outdated') {
        change({ edited: outcome.edited })
        refuse(savingWords.versionOutdated(outcome.edited.number))
      }
      if (outcome.kind === 'gone' && edited) {
        change({ edited: undefined })
        refuse(savingWords.editedGone(edited.number))
      }
    } catch (error) {
      setProblem({ text: failureText(error), mayRetry: mayRetry(error) })
    }
  }

  const saveOnReturn = useEffectEvent(() => void press())
  const isReturning = isReady && kept.saveAt !== undefined
  useEffect(() => {
    if (!isReturning) return
    // oxlint-disable-next-line react/set-state-in-effect -- continues the save that led to the login page
    if (status === 'signedIn') saveOnReturn()
    else if (status === 'signedOut') change({ saveAt: undefined })
  }, [isReturning, status, change])

  return { press: () => void press(), isRunning, problem }
}

/** Loaded at the first save, so that viewing the screen does not load the code of requests. */
const loadCalls = () => Promise.all([import('./save-quote.ts'), import('#app/ui/failure.tsx')])
