import type { ErrorAnswer } from '#contract/errors.ts'
import { quoteCalls } from '#contract/quotes.ts'
import { ApiError } from '#app/api-error.ts'
import { offerToSave } from '#app/offer-to-save.ts'
import { sessionKeeper } from '#app/identity/browser-session.ts'

export type DocumentFormat = 'pdf' | 'csv' | 'xlsx'
export const documentFormats: DocumentFormat[] = ['pdf', 'csv', 'xlsx']

/** Which document: a version of one's own quote, or what a private link leads to. */
export type WantedDocument = { id: string; version: number } | { secret: string }

/**
 * Fetches a quote as a file and hands it to the browser to be saved. An address alone would not do: it carries no token.
 * @throws ApiError when the shop refuses.
 */
export async function downloadDocument(wanted: WantedDocument, format: DocumentFormat, name: string): Promise<void> {
  const headers = new Headers()
  let path = ''
  if ('secret' in wanted) path = quoteCalls.sharedDocument.path.replace(':secret', encodeURIComponent(wanted.secret))
  else {
    path = quoteCalls.document.path.replace(':id', encodeURIComponent(wanted.id))
    const token = await sessionKeeper.freshToken()
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
  }
  const query = new URLSearchParams({ format, ...('version' in wanted && { version: String(wanted.version) }) })
  const answer = await fetch(`/api${path}?${query}`, { headers, credentials: 'same-origin' })
  if (!answer.ok) throw new ApiError(answer.status, (await answer.json()) as ErrorAnswer)
  offerToSave(await answer.blob(), `${name}.${format}`)
}
