import { useEffect, useState } from 'react'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { startOf } from '#contract/basics/start-of.ts'
import { suggestParts, type Suggestion } from './quote-calls.ts'

/** Debounce of requests, in milliseconds. */
const TYPING_PAUSE_MS = 120
const FEWEST_CHARACTERS = 2

export type Suggestions = {
  /** The parts nearest to the text; undefined while they are unknown, or nothing is searched. */
  parts: Suggestion[] | undefined
  isSearching: boolean
  error: unknown
  retry: () => void
}

/** Searches parts by the typed text; undefined searches nothing. Requests for an earlier text are aborted. */
export function useSuggestions(typed: string | undefined): Suggestions {
  const [found, setFound] = useState<{ typed: string; attempt: number; parts: Suggestion[] | undefined; error?: unknown }>()
  const [attempt, setAttempt] = useState(0)
  const asked = startOf(typed?.trim() ?? '', TEXT_LIMITS.search)

  useEffect(() => {
    if (asked.length < FEWEST_CHARACTERS) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      suggestParts(asked, stop.signal).then(
        (parts) => !stop.signal.aborted && setFound({ typed: asked, attempt, parts }),
        (error: unknown) => !stop.signal.aborted && setFound((last) => ({ typed: asked, attempt, parts: last?.parts, error })),
      )
    }, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asked, attempt])

  const retry = () => setAttempt(attempt + 1)
  if (asked.length < FEWEST_CHARACTERS) return { parts: undefined, isSearching: false, error: undefined, retry }
  const isSearching = found?.typed !== asked || found.attempt !== attempt
  // The previous suggestions stay until the next arrive, so that the list does not flicker.
  return { parts: found?.parts, isSearching, error: isSearching ? undefined : found.error, retry }
}
