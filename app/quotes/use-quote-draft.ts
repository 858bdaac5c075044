import { useCallback, useEffect, useRef, useState } from 'react'
import { browserStorage } from '#app/identity/browser-storage.ts'
import { useSession } from '#app/identity/session.tsx'
import { QUOTE_DRAFT } from './draft-key.ts'
import { EMPTY_DRAFT, findDraft, forgetDraft, keepDraft, type Draft } from './kept-draft.ts'
import { isGiven } from '#readers/lists/lines.ts'
import type { QuoteSheet, SheetState } from './quote-sheet.ts'

/** Debounce of storing changes, in milliseconds. */
const KEEP_PAUSE_MS = 500

export type QuoteDraft = {
  /** The stored draft has been read; before that nothing can be edited. */
  isReady: boolean
  /** The draft without its lines, which are in the sheet. */
  words: Omit<Draft, 'lines' | 'owner'>
  change: (words: Partial<QuoteDraft['words']>) => void
  /** Whether it is stored; false if it is too long. */
  isKept: boolean
  /** Stores it immediately. */
  keepNow: (words?: Partial<QuoteDraft['words']>) => void
  /** Starts a new draft with an empty sheet. */
  clear: () => void
}

/**
 * Stores the lines in this browser until they are saved or cleared, so that they survive a reload, an ended session and
 * the login page. A user's draft is not shown to other users; an anonymous draft becomes that of the next user who
 * signs in.
 */
export function useQuoteDraft(sheet: QuoteSheet, { lines }: SheetState): QuoteDraft {
  const { status, identity, ending } = useSession()
  const email = identity?.email ?? null
  const [words, setWords] = useState<QuoteDraft['words']>(withoutLines(EMPTY_DRAFT))
  /** Owner of the draft on the screen; undefined until one has been read. */
  const [owner, setOwner] = useState<string | null>()
  const [isKept, setIsKept] = useState(true)
  const isReady = owner !== undefined
  const current = useRef({ words, owner })
  /** The draft as it was read or kept last: unless it was changed here, it is not written over that of another tab. */
  const known = useRef<string>(undefined)

  const show = useCallback(
    (draft: Draft, shownTo: string | null) => {
      known.current = contentOf(draft)
      current.current = { words: withoutLines(draft), owner: shownTo }
      setWords(current.current.words)
      setOwner(shownTo)
      sheet.replace(draft.lines)
    },
    [sheet],
  )

  useEffect(() => {
    if (status === 'loading' || email === owner) return
    // The session has ended; the draft is kept for its owner.
    if (email === null && owner !== undefined && ending === 'ended') return
    // An anonymous visitor has signed in, in this tab or another.
    const isAdopted = owner === null && email !== null && sheet.given().length > 0
    if (isAdopted) {
      current.current.owner = email
      // oxlint-disable-next-line react/set-state-in-effect -- session and storage are outside of React
      setOwner(email)
      return
    }
    if (owner !== undefined && email === null) forgetDraft(browserStorage)
    show(findDraft(email, browserStorage) ?? EMPTY_DRAFT, email)
  }, [status, email, owner, ending, sheet, show])

  const keepNow = useCallback(
    (more: Partial<QuoteDraft['words']> = {}) => {
      current.current.words = { ...current.current.words, ...more }
      const { words: kept, owner: keptFor = null } = current.current
      const given = sheet
        .snapshot()
        .lines.filter(isGiven)
        .map(({ text, quantity, partsId, releases }) => ({ text, quantity, partsId, ...(releases && { releases }) }))
      const draft = { ...kept, owner: keptFor, lines: given }
      if (contentOf(draft) === known.current) return
      known.current = contentOf(draft)
      const isEmpty = given.length === 0 && kept.name === '' && kept.note === '' && kept.edited === undefined
      // An empty sheet replaces only its own draft, not that of another user.
      if (isEmpty && findDraft(keptFor, browserStorage)) forgetDraft(browserStorage)
      if (!isEmpty) setIsKept(keepDraft(draft, browserStorage))
    },
    [sheet],
  )

  useEffect(() => {
    if (!isReady) return undefined
    const timer = setTimeout(keepNow, KEEP_PAUSE_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every change restarts the debounce
  }, [isReady, lines, words, owner, keepNow])

  // The screen can be left before the debounce is over: with the page, or by a link.
  useEffect(() => {
    if (!isReady) return undefined
    const keep = () => keepNow()
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keepNow()
    }
  }, [isReady, keepNow])

  // A line was added, or the draft was edited, in another tab, or while this page was frozen.
  useEffect(() => {
    if (!isReady) return undefined
    const readAgain = () => {
      const stored = findDraft(current.current.owner ?? null, browserStorage)
      if (stored) show(stored, current.current.owner ?? null)
    }
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === QUOTE_DRAFT && newValue !== null) readAgain()
    }
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) readAgain()
    }
    window.addEventListener('storage', onStorage)
    window.addEventListener('pageshow', onShow)
    return () => {
      window.removeEventListener('storage', onStorage)
      window.removeEventListener('pageshow', onShow)
    }
  }, [isReady, show])

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

const contentOf = ({ owner, name, note, edited, saveAt, lines }: Draft): string =>
  JSON.stringify([
    owner,
    name,
    note,
    edited,
    saveAt,
    lines.map(({ text, quantity, partsId, releases }) => [text, quantity, partsId, releases]),
  ])
