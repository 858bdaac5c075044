import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { Call, CallResponse } from '#contract/basics/call.ts'
import { QUERY_CACHE } from '#contract/basics/limits.ts'
import { sendCall, type RequestArguments } from '#app/api/api.ts'
import { sessionKeeper } from '#app/identity/browser-session.ts'
import type { Sent } from '#app/api/request.ts'
import { mayRetry } from '#app/api/may-retry.ts'
import { onTryAgain } from '#app/ui/told-reads.ts'

const FIRST_BACKOFF_MS = 1_000

/**
 * Cache of what signed-in screens read; figures of specification section 9. Temporary errors are retried, refusals are
 * not. A request without a network fails at once instead of being paused: the screen shows the error, and nothing is
 * sent after the user has given up.
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

onTryAgain(() => void queryClient.resetQueries({ type: 'active', predicate: ({ state }) => state.data === undefined }))

let readFor = sessionKeeper.snapshot().identity?.email
sessionKeeper.subscribe(() => {
  const { identity } = sessionKeeper.snapshot()
  // One user's data are never shown to another.
  if (identity?.email !== readFor) queryClient.clear()
  readFor = identity?.email
})

/** A call of the contract as a query: `useQuery(readOf(orderCalls.one, { params: { id } }))`. */
export function readOf<C extends Call>(call: C, ...[request]: RequestArguments<C>) {
  const sent: Sent = request ?? {}
  return queryOptions({
    queryKey: [...keyOf(call), sent.params ?? null, sent.query ?? null, ...(sent.headers ? [sent.headers] : [])],
    queryFn: ({ signal }) => sendCall(call, { ...sent, signal }),
  })
}

/** First part of the keys of a call's data. */
export const keyOf = (call: Call): [string] => [call.path]

/** Reloads the data of these calls. */
export const readAgain = (...calls: Call[]) => Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: keyOf(call) })))

/** Updates the cached data of a call, before they are reloaded. */
export function updateRead<C extends Call>(call: C, update: (read: CallResponse<C>) => CallResponse<C>): void {
  queryClient.setQueriesData<CallResponse<C>>({ queryKey: keyOf(call) }, (read) => read && update(read))
}
