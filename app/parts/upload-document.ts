import { DOCUMENT_PIECE_BYTES, partMediaCalls, type DocumentKind, type PartDocument } from '#contract/parts/part-media.ts'
import type { ErrorAnswer } from '#contract/basics/errors.ts'
import { callApi } from '#app/api/api.ts'
import { ApiError, NetworkError } from '#app/api/api-error.ts'
import { sessionKeeper, withBearer } from '#app/identity/browser-session.ts'

/** Time for one piece, as long as the server gives a request. */
const PIECE_MS = 30_000

type Uploaded = { partId: string; file: File; kind: DocumentKind; title: string }

/**
 * Adds a document to a part: piece by piece, so that a slow connection needs no long request.
 * @param onProgress is called with the share that has been sent, 0 to 1
 * @throws ApiError when the shop refuses, NetworkError, and the signal's reason
 */
export async function uploadDocument(
  { partId, file, kind, title }: Uploaded,
  { onProgress, signal }: { onProgress: (fraction: number) => void; signal: AbortSignal },
): Promise<PartDocument> {
  const body = { kind, title, fileName: file.name, bytes: file.size }
  const { _id, pieces } = await callApi(partMediaCalls.beginDocument, { params: { id: partId }, body, signal })
  for (let piece = 0; piece < pieces; piece += 1) {
    await sendPiece(_id, piece, file.slice(piece * DOCUMENT_PIECE_BYTES, (piece + 1) * DOCUMENT_PIECE_BYTES), signal)
    onProgress((piece + 1) / pieces)
  }
  return callApi(partMediaCalls.finishDocument, { params: { id: _id }, signal })
}

async function sendPiece(id: string, piece: number, bytes: Blob, signal: AbortSignal): Promise<void> {
  const { method, path } = partMediaCalls.sendPiece
  const headers = withBearer(new Headers({ 'content-type': 'application/octet-stream' }), await sessionKeeper.freshToken())
  try {
    const answer = await fetch(`/api${path.replace(':id', id).replace(':piece', String(piece))}`, {
      method,
      headers,
      body: bytes,
      credentials: 'same-origin',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PIECE_MS)]),
    })
    if (!answer.ok) throw new ApiError(answer.status, (await answer.json()) as ErrorAnswer)
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (signal.aborted) throw signal.reason
    throw new NetworkError(error)
  }
}
