import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/call.ts'
import { QUERY_CACHE } from '#contract/limits.ts'
import { sendCall, type RequestArguments } from '#app/api.ts'
import { sessionKeeper } from '#app/identity/browser-session.ts'
import type { Sent } from '#app/request.ts'
import { mayRetry } from '#app/may-retry.ts'

const FIRST_BACKOFF_MS = 1_000

/**
 * What signed-in screens read, kept with the specification's figures (section 9). Errors that may pass are tried again,
 * refusals are not. Offline counts as failed, not as waiting: a screen says so instead of turning its ring for ever,
 * and nothing is sent later that the person has given up on.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: QUERY_CACHE.keptMs,
      retry: (failures, error) => failures < QUERY_CACHE.retries && mayRetry(error),
      retryDelay: (failures) => Math.min(FIRST_BACKOFF_MS * 2 ** failures, QUERY_CACHE.maxBackoffMs),
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

let readFor = sessionKeeper.snapshot().identity?.email
sessionKeeper.subscribe(() => {
  const { identity } = sessionKeeper.snapshot()
  // What one person read is no other's business.
  if (identity?.email !== readFor) queryClient.clear()
  readFor = identity?.email
})

/**
 * A call of the contract as a query: `useQuery(readOf(orderCalls.one, { params: { id } }))`. Its key is `keyOf(call)`
 * with parameters and query behind.
 */
export function readOf<C extends Call>(call: C, ...[request]: RequestArguments<C>) {
  const sent: Sent = request ?? {}
  return queryOptions({
    queryKey: [...keyOf(call), sent.params ?? null, sent.query ?? null],
    queryFn: ({ signal }) => sendCall(call, { ...sent, signal }),
  })
}

/** First part of the keys of everything read with this call, for invalidation. */
export const keyOf = (call: Call): [string] => [call.path]
