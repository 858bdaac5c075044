import { useCallback, useEffect, useRef, useState } from 'react'
import { browserStorage } from '#app/identity/browser-storage.ts'
import { useSession } from '#app/identity/session.tsx'
import { EMPTY_DRAFT, findDraft, forgetDraft, keepDraft, type Draft } from './kept-draft.ts'
import { isGiven, type QuoteSheet, type SheetState } from './quote-sheet.ts'

/** Between the last change and its being kept, in milliseconds. */
const KEEP_PAUSE_MS = 500

export type QuoteDraft = {
  /** The draft of this browser has been read; before that nothing can be written. */
  isReady: boolean
  /** Everything of it but the lines, which the sheet has. */
  words: Omit<Draft, 'lines' | 'owner'>
  change: (words: Partial<QuoteDraft['words']>) => void
  /** The browser keeps it; false when it is too long for that. */
  isKept: boolean
  /** Keeps it now instead of in a moment. */
  keepNow: (words?: Partial<QuoteDraft['words']>) => void
  /** Starts anew, with an empty sheet. */
  clear: () => void
}

/**
 * Keeps the lines in this browser until they are saved or cleared: a reload, a lost session or the way through the login
 * page costs nothing. What one person writes is not shown to the next; what a visitor wrote belongs to whoever signs in.
 */
export function useQuoteDraft(sheet: QuoteSheet, { lines }: SheetState): QuoteDraft {
  const { status, identity, ending } = useSession()
  const email = identity?.email ?? null
  const [words, setWords] = useState<QuoteDraft['words']>(withoutLines(EMPTY_DRAFT))
  /** Whose draft is on the screen; undefined until one has been read. */
  const [owner, setOwner] = useState<string | null>()
  const [isKept, setIsKept] = useState(true)
  const isReady = owner !== undefined
  const current = useRef({ words, owner })

  const show = useCallback((draft: Draft, shownTo: string | null) => {
    current.current = { words: withoutLines(draft), owner: shownTo }
    setWords(current.current.words)
    setOwner(shownTo)
    sheet.replace(draft.lines)
  }, [sheet])

  useEffect(() => {
    if (status === 'loading' || email === owner) return
    // Who wrote it will be back: their session has ended, not their work.
    if (email === null && owner !== undefined && ending === 'ended') return
    // A visitor has signed in, in this tab or another.
    const isAdopted = owner === null && email !== null && sheet.given().length > 0
    if (isAdopted) {
      current.current.owner = email
      // oxlint-disable-next-line react/set-state-in-effect -- the session and the storage are outside of React
      setOwner(email)
      return
    }
    if (owner !== undefined && email === null) forgetDraft(browserStorage)
    show(findDraft(email, browserStorage) ?? EMPTY_DRAFT, email)
  }, [status, email, owner, ending, sheet, show])

  const keepNow = useCallback((more: Partial<QuoteDraft['words']> = {}) => {
    current.current.words = { ...current.current.words, ...more }
    const { words: kept, owner: keptFor = null } = current.current
    const given = sheet.snapshot().lines.filter(isGiven).map(({ text, quantity, partsId }) => ({ text, quantity, partsId }))
    const draft = { ...kept, owner: keptFor, lines: given }
    const isEmpty = given.length === 0 && kept.name === '' && kept.note === '' && kept.edited === undefined
    // An empty sheet takes the place of its own draft only, not of one that somebody else will come back to.
    if (isEmpty && findDraft(keptFor, browserStorage)) forgetDraft(browserStorage)
    if (!isEmpty) setIsKept(keepDraft(draft, browserStorage))
  }, [sheet])

  useEffect(() => {
    if (!isReady) return undefined
    const timer = setTimeout(keepNow, KEEP_PAUSE_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every change of what is kept starts the pause anew
  }, [isReady, lines, words, owner, keepNow])

  useEffect(() => {
    if (!isReady) return undefined
    const keep = () => keepNow()
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [isReady, keepNow])

  const change = useCallback((changed: Partial<QuoteDraft['words']>) => {
    current.current = { ...current.current, words: { ...current.current.words, ...changed } }
    setWords(current.current.words)
  }, [])

  const clear = useCallback(() => {
    show(EMPTY_DRAFT, current.current.owner ?? null)
    forgetDraft(browserStorage)
  }, [show])

  return { isReady, words, change, isKept, keepNow, clear }
}

function withoutLines({ name, note, edited, saveAt }: Draft): QuoteDraft['words'] {
  return { name, note, edited, saveAt }
}
