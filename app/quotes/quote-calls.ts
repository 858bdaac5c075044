import type { CallResponse } from '#contract/basics/call.ts'
import { partCalls } from '#contract/parts/parts.ts'
import { quoteCalls, type QuoteLine, type QuoteRequestLine } from '#contract/quotes/quotes.ts'

/** Calls of the quote screen. Viewing the screen does not load the code of requests. */
const loadApi = () => import('#app/api/api.ts')

export async function priceLines(lines: QuoteRequestLine[], signal: AbortSignal): Promise<QuoteLine[]> {
  const { callApi } = await loadApi()
  const { lines: answers } = await callApi(quoteCalls.price, { body: { lines }, signal })
  return answers
}

/** A part that the typed text could mean. `price` in dollars per piece. */
export type Suggestion = CallResponse<typeof partCalls.suggest>[number]

export async function suggestParts(typed: string, signal: AbortSignal): Promise<Suggestion[]> {
  const { callApi } = await loadApi()
  return callApi(partCalls.suggest, { query: { q: typed }, signal })
}
