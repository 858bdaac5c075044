import type { CallBody } from '#contract/basics/call.ts'
import { DOCUMENT_MAX_BYTES, DOCUMENT_PIECE_BYTES, type PartDocument, type partMediaCalls } from '#contract/parts/part-media.ts'
import type { Caller } from '../platform/http/caller.ts'
import { fetchForCaller } from '../platform/external/fetch-for-caller.ts'
import type { Services } from '../services.ts'
import { beginDocument, finishDocument, receivePiece } from './receive-document.ts'

const PATIENCE_MS = 25_000

/**
 * Adds the document at a public web address to a part, as if its bytes had been uploaded.
 * @throws ShopError INVALID_INPUT at `url` for a private address, or one without a file; otherwise as `beginDocument` and `finishDocument`.
 */
export async function fetchDocument(
  { settings, ...stores }: Pick<Services, 'db' | 'documents' | 'settings'>,
  caller: Caller,
  partId: string,
  { url, kind, title }: CallBody<typeof partMediaCalls.fetchDocument>,
): Promise<PartDocument> {
  const { privateAddresses } = settings
  const bytes = await fetchForCaller(url, { maxBytes: DOCUMENT_MAX_BYTES, patienceMs: PATIENCE_MS, privateAddresses })
  const fileName = decodeName(new URL(url).pathname)
  const { _id, pieces } = await beginDocument(stores.db, caller, partId, { kind, title, fileName, bytes: bytes.length })
  for (let piece = 0; piece < pieces; piece++) {
    const at = piece * DOCUMENT_PIECE_BYTES
    await receivePiece(stores, caller, _id, piece, bytes.subarray(at, at + DOCUMENT_PIECE_BYTES))
  }
  return finishDocument(stores, caller, _id)
}

function decodeName(path: string): string {
  const name = path.split('/').at(-1)! // split yields at least one
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
