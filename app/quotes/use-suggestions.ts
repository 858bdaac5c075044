import { useEffect, useState } from 'react'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { suggestParts, type Suggestion } from './quote-calls.ts'

/** Debounce of requests, in milliseconds. */
const TYPING_PAUSE_MS = 120
const FEWEST_CHARACTERS = 2

/** The parts nearest to the typed text; undefined while they are unknown, or `typed` is undefined. */
export function useSuggestions(typed: string | undefined): Suggestion[] | undefined {
  const [found, setFound] = useState<{ typed: string; parts: Suggestion[] }>()
  const asked = typed?.trim().slice(0, TEXT_LIMITS.search) ?? ''

  useEffect(() => {
    if (asked.length < FEWEST_CHARACTERS) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      suggestParts(asked, stop.signal).then(
        (parts) => !stop.signal.aborted && setFound({ typed: asked, parts }),
        // Errors are ignored here; the line shows when the shop cannot be reached.
        () => undefined,
      )
    }, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asked])

  // The previous suggestions stay until the next arrive, so that the list does not flicker.
  return asked.length >= FEWEST_CHARACTERS ? found?.parts : undefined
}
