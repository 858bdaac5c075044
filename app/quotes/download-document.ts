import { quoteCalls } from '#contract/quotes.ts'
import { fetchFile } from '#app/fetch-file.ts'
import { offerToSave } from '#app/offer-to-save.ts'

export type DocumentFormat = 'pdf' | 'csv' | 'xlsx'
export const documentFormats: DocumentFormat[] = ['xlsx', 'csv', 'pdf']

/** Which document: a version of one's own quote, or what a private link leads to. */
export type WantedDocument = { id: string; version: number } | { secret: string }

/**
 * Fetches a quote as a file and hands it to the browser to be saved.
 * @throws ApiError when the shop refuses.
 */
export async function downloadDocument(wanted: WantedDocument, format: DocumentFormat, name: string): Promise<void> {
  const isPublic = 'secret' in wanted
  const path = isPublic
    ? quoteCalls.sharedDocument.path.replace(':secret', encodeURIComponent(wanted.secret))
    : quoteCalls.document.path.replace(':id', encodeURIComponent(wanted.id))
  const query = new URLSearchParams({ format, ...(!isPublic && { version: String(wanted.version) }) })
  offerToSave(await fetchFile({ path: `${path}?${query}`, isPublic }), `${name}.${format}`)
}
