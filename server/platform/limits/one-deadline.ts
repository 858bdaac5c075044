import { AsyncLocalStorage } from 'node:async_hooks'

/** Time budget of one call for all its requests to the payment provider. */
export const CALL_LIMIT_MS = 9_500

/** End of the current call, by the clock of `performance`. */
const endOfCall = new AsyncLocalStorage<number>()

/**
 * Runs the work of one call: its consecutive requests to the payment provider share one deadline. Jobs run without it;
 * each of their requests has its own timeout.
 */
export const withOneDeadline = <T>(work: () => T): T => endOfCall.run(performance.now() + CALL_LIMIT_MS, work)

/** Milliseconds left for a request with this timeout. */
export const timeLeft = (limitMs: number): number => Math.min(limitMs, (endOfCall.getStore() ?? Infinity) - performance.now())
