import { quoteCalls, type NewQuote, type Quote, type QuoteRequestLine } from '#contract/quotes/quotes.ts'
import { ApiError } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { createIdempotentSender } from '#app/api/idempotent-sender.ts'
import type { EditedQuote } from './kept-draft.ts'

export { savingWords } from '#app/words/saving.ts'

/** The quote to save. `total` in dollars, as the buyer saw it. */
export type QuoteToSave = { lines: QuoteRequestLine[]; name: string; note: string; total: number; edited: EditedQuote | undefined }

export type SaveOutcome =
  | { kind: 'saved'; quote: Quote }
  /** The lines cost another total now, because of other prices or of a part that is gone. */
  | { kind: 'totalChanged' }
  /** The quote has a newer version than the one these lines come from. */
  | { kind: 'outdated'; edited: EditedQuote }
  /** The quote whose lines these were is no longer there. */
  | { kind: 'gone' }
  /** The session is over, or there never was one. */
  | { kind: 'signInNeeded' }

const sender = createIdempotentSender<NewQuote>()

/** Saves lines as a quote, or as the next version of one. A repeated attempt saves once. Throws temporary errors. */
export async function saveQuote(toSave: QuoteToSave): Promise<SaveOutcome> {
  const { edited, lines, name, note, total } = toSave
  const body = { lines, name, note, total }
  try {
    const quote = await sender(
      body,
      (request) =>
        edited
          ? callApi(quoteCalls.change, { ...request, params: { id: edited.id }, body: { ...request.body, version: edited.version } })
          : callApi(quoteCalls.save, request),
      JSON.stringify([body, edited]),
    )
    return { kind: 'saved', quote }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'TOTAL_CHANGED' || error.code === 'LINES_UNCLEAR') return { kind: 'totalChanged' }
    if (error.code === 'SIGN_IN_NEEDED') return { kind: 'signInNeeded' }
    if (edited && error.code === 'NOT_FOUND') return { kind: 'gone' }
    if (edited && error.code === 'QUOTE_CHANGED') {
      const { newestVersion } = await callApi(quoteCalls.one, { params: { id: edited.id } })
      return { kind: 'outdated', edited: { ...edited, version: newestVersion } }
    }
    throw error
  }
}
