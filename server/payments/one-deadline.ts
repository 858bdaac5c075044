import { AsyncLocalStorage } from 'node:async_hooks'

/** Longest that whoever makes a call waits for the payment provider, however many questions it takes. */
const CALL_LIMIT_MS = 9_500

/** When the call is over whose work this is, by the clock of `performance`. */
const endOfCall = new AsyncLocalStorage<number>()

/**
 * Does the work of one call: all questions to the payment provider that it asks, one after the other, share one deadline.
 * Nobody waits for the shop's own jobs; each of their questions has its own time.
 */
export const withOneDeadline = <T>(work: () => T): T => endOfCall.run(performance.now() + CALL_LIMIT_MS, work)

/** Milliseconds that are left for a question that could have so many. */
export const timeLeft = (limitMs: number): number => Math.min(limitMs, (endOfCall.getStore() ?? Infinity) - performance.now())
