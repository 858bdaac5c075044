import type { FastifyInstance } from 'fastify'
import { DOCUMENT_PIECE_BYTES, partMediaCalls } from '#contract/parts/part-media.ts'
import { ShopError } from '../errors.ts'
import { sendFile } from '../platform/documents/send-file.ts'
import { readCall, registerCall, routeOf } from '../platform/http/register-call.ts'
import { limitConcurrency } from '../platform/limits/limit-concurrency.ts'
import type { Services } from '../services.ts'
import { changeDocument, removeDocument } from './change-document.ts'
import { changePictures } from './change-pictures.ts'
import { fetchDocument } from './fetch-document.ts'
import { findDocuments, findMedia } from './find-media.ts'
import { findDocument, readPieces } from './read-document.ts'
import { beginDocument, finishDocument, receivePiece } from './receive-document.ts'

/** Memory in bytes of a document while it is sent: the piece that is read, and the one that is on its way. */
const SENDING_BYTES = 2 * DOCUMENT_PIECE_BYTES

/** The same while it is checked: a piece as bytes and as text, twice where characters are escaped, and objects that are unpacked from it. */
const CHECKING_BYTES = 8 * DOCUMENT_PIECE_BYTES

/** Documents that are fetched from other servers at the same time, each up to 25 MB of memory, and that wait for it. */
const FETCHES_AT_ONCE = 1
const FETCHES_WAITING = 8

export async function partMediaRoutes(app: FastifyInstance, { db, identity, documents, settings }: Services): Promise<void> {
  registerCall(app, partMediaCalls.ofPart, ({ params }) => findMedia(db, params.id))
  registerCall(app, partMediaCalls.ofParts, ({ query }) => findDocuments(db, query.parts.split(',')))
  registerCall(app, partMediaCalls.changePictures, ({ params, body, caller }) => changePictures(db, caller, params.id, body))
  registerCall(app, partMediaCalls.beginDocument, async ({ params, body, caller }) => {
    await identity.countAttempt('upload', caller.userId)
    return beginDocument(db, caller, params.id, body)
  })
  const fetching = limitConcurrency({ places: FETCHES_AT_ONCE, waiting: FETCHES_WAITING })
  registerCall(app, partMediaCalls.fetchDocument, ({ params, body, caller }) =>
    fetching(async () => {
      await identity.countAttempt('upload', caller.userId)
      return fetchDocument({ db, documents, settings }, caller, params.id, body)
    }),
  )
  await app.register(async (pieces) => {
    pieces.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    registerCall(pieces, partMediaCalls.sendPiece, async ({ params, caller, request }) => {
      if (!Buffer.isBuffer(request.body)) throw new ShopError('WRONG_CONTENT_TYPE')
      return { received: await receivePiece({ db, documents }, caller, params.id, params.piece, request.body) }
    })
  })
  registerCall(app, partMediaCalls.finishDocument, ({ params, caller, request, reply }) => {
    app.holdBytes(request, reply, CHECKING_BYTES)
    return finishDocument({ db, documents }, caller, params.id)
  })
  registerCall(app, partMediaCalls.changeDocument, ({ params, body, caller }) => changeDocument(db, caller, params.id, body))
  registerCall(app, partMediaCalls.removeDocument, async ({ params, caller }) => ({
    deletedCount: await removeDocument(db, caller, params.id),
  }))
  const route = routeOf(partMediaCalls.document)
  app.route({
    ...route,
    config: { ...route.config, streamed: true },
    handler: async (request, reply) => {
      const { params } = readCall<typeof partMediaCalls.document>(request, reply)
      app.holdBytes(request, reply, SENDING_BYTES)
      const document = await findDocument(db, params.id)
      reply.header('content-length', document.bytes).header('content-security-policy', "sandbox; default-src 'none'")
      return sendFile(reply, readPieces(documents, document), { name: document.fileName, format: document.type })
    },
  })
}
