import { createContext, useContext, useEffect, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react'

/**
 * Notices of reads whose server is late or fails. Several reads of a screen usually have the same notice, so only the first read of a
 * place shows it, with one *Try again* for all of them.
 */

/** A query, as far as its failure is concerned. */
export type Failable = { error: Error | null; isFetching: boolean; refetch: () => unknown }

/** The page, or the id of a dialog above it. */
export const PlaceOfReads = createContext('page')

/** A request of a healthy shop takes less, and a person who sees nothing for longer reloads the page. */
export const LATE_AFTER_MS = 3_000

type Told = {
  id: string
  place: string
  sentence: string
  hasFailed: boolean
  /** Says its sentence only when nothing else of the place has one. */
  isAside: boolean
  refetch: () => unknown
}

/** `attempt` counts the presses on *Try again*: each starts the wait anew. */
let state: { told: readonly Told[]; attempt: number } = { told: [], attempt: 0 }
const onServer = state
const listeners = new Set<() => void>()
let restart: () => void = () => undefined

function change(next: Partial<typeof state>): void {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What restarts the reads without an answer, which a query alone cannot during the pause before its next retry. */
export function onTryAgain(restartReads: () => void): void {
  restart = restartReads
}

const useTold = () =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => onServer,
  )

/** Whether this query has been without an answer for so long that the screen says so. */
export function useIsLate({ error, isFetching }: Failable): boolean {
  const { attempt } = useTold()
  const [lateAttempt, setLateAttempt] = useState<number>()
  const isWaiting = error === null && isFetching

  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLateAttempt(attempt), LATE_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setLateAttempt(undefined)
    }
  }, [isWaiting, attempt])

  return lateAttempt === attempt
}

type Said = { sentences: string[]; hasFailed: boolean; tryAgain: () => void }

/** Tells the sentence of one read. Returns what to show: everything of the place for the first of it, nothing for the others. */
export function useSaid({ refetch }: Failable, sentence: string | undefined, hasFailed: boolean, isAside: boolean): Said | undefined {
  const id = useId()
  const place = useContext(PlaceOfReads)
  const { told } = useTold()

  // Before the first paint, so that no second notice is seen.
  useLayoutEffect(() => {
    const others = state.told.filter((one) => one.id !== id)
    if (sentence === undefined) {
      if (others.length < state.told.length) change({ told: others })
      return
    }
    const own = { id, place, sentence, hasFailed, isAside, refetch }
    change({ told: state.told.length > others.length ? state.told.map((one) => (one.id === id ? own : one)) : [...others, own] })
  }, [id, place, sentence, hasFailed, isAside, refetch])
  useLayoutEffect(() => () => change({ told: state.told.filter((one) => one.id !== id) }), [id])

  if (sentence === undefined) return undefined
  const here = told.filter((one) => one.place === place)
  const said = here.some((one) => !one.isAside) ? here.filter((one) => !one.isAside) : here
  if (said.length > 0 && said[0]?.id !== id) return undefined
  const failed = said.filter((one) => one.hasFailed)
  return {
    sentences: [...new Set([sentence, ...said.map((one) => one.sentence)])].filter(
      (text) => failed.length === 0 || failed.some((one) => one.sentence === text),
    ),
    hasFailed: hasFailed || failed.length > 0,
    tryAgain: () => {
      change({ attempt: state.attempt + 1 })
      restart()
      for (const one of here) if (one.hasFailed) void one.refetch()
    },
  }
}
