import type { LightMyRequestResponse } from 'fastify'
import { DOCUMENT_PIECE_BYTES, type PartDocument } from '#contract/parts/part-media.ts'
import type { Customer, TestShop } from './open-shop.ts'

export const pdf = (inside = '') =>
  Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog ${inside} >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`, 'latin1')
export const step = (inside = '') => Buffer.from(`ISO-10303-21;\nHEADER;${inside}\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n`, 'latin1')
export const dxf = (inside = '') => Buffer.from(`  0\r\nSECTION\r\n  2\r\nHEADER\r\n${inside}  0\r\nENDSEC\r\n  0\r\nEOF\r\n`, 'latin1')

type Sent = { kind?: string; title?: string; fileName?: string }

/** Sends a document as the part's sheet does. Returns the first refusal, or the answer of the last call. */
export async function sendDocument(
  { app }: Pick<TestShop, 'app'>,
  admin: Customer,
  partId: string,
  bytes: Buffer,
  { kind = 'drawing', title = 'Drawing', fileName = 'drawing.pdf' }: Sent = {},
): Promise<LightMyRequestResponse> {
  const begun = await admin.post(`/parts/${partId}/documents`, { kind, title, fileName, bytes: bytes.length })
  if (begun.statusCode !== 200) return begun
  const { _id, pieces } = begun.json<{ _id: string; pieces: number }>()
  for (let piece = 0; piece < pieces; piece += 1) {
    const sent = await sendPiece(
      { app },
      admin,
      _id,
      piece,
      bytes.subarray(piece * DOCUMENT_PIECE_BYTES, (piece + 1) * DOCUMENT_PIECE_BYTES),
    )
    if (sent.statusCode !== 200) return sent
  }
  return admin.post(`/partDocuments/${_id}/finish`)
}

export const sendPiece = ({ app }: Pick<TestShop, 'app'>, { token }: Customer, id: string, piece: number, payload: Buffer) =>
  app.inject({
    method: 'PUT',
    url: `/api/partDocuments/${id}/pieces/${piece}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload,
  })

/** A published document. */
export async function addDocument(
  shop: Pick<TestShop, 'app'>,
  admin: Customer,
  partId: string,
  sent: Sent & { bytes?: Buffer } = {},
): Promise<PartDocument> {
  const answer = await sendDocument(shop, admin, partId, sent.bytes ?? pdf(`/Name (${sent.title ?? ''})`), sent)
  if (answer.statusCode !== 200) throw new Error(`The document was refused: ${answer.body}`)
  return answer.json<PartDocument>()
}
