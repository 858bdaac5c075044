import type { FastifyInstance } from 'fastify'
import { paperCalls } from '#contract/payments/papers.ts'
import { sendFile } from '../platform/documents/send-file.ts'
import { limitDocuments } from '../platform/documents/limit-documents.ts'
import { linkNext } from '../platform/http/link-next.ts'
import { readCall, registerCall, routeOf } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { fileNameOf, keepDocument } from './documents/keep-document.ts'
import { findAllPapers, findOwnPapers, findPaper, findPapersOfOrder } from './find-papers.ts'
import { mailPaper } from './mail-paper.ts'
import { zipPapers } from './zip-papers.ts'

/** Memory in bytes of a document while it is sent: the largest has some thousand lines. */
const SENDING_BYTES = 4 * 1024 * 1024

export async function paperRoutes(app: FastifyInstance, { db, documents, settings }: Services): Promise<void> {
  registerCall(app, paperCalls.all, async (call) => linkNext(call, 'papers', await findAllPapers(db, call.query)))
  registerCall(app, paperCalls.mine, async (call) => linkNext(call, 'papers', await findOwnPapers(db, call.caller, call.query)))
  registerCall(app, paperCalls.ofOrder, ({ params, caller }) => findPapersOfOrder(db, caller, params.id))
  registerCall(app, paperCalls.mail, ({ params, caller, request }) => mailPaper({ db, settings }, request, caller, params.id))
  const document = routeOf(paperCalls.document)
  app.route({
    ...document,
    config: { ...document.config, streamed: true },
    handler: async (request, reply) => {
      const { params, caller } = readCall<typeof paperCalls.document>(request, reply)
      const paper = await findPaper(db, caller, params.id)
      app.holdBytes(request, reply, SENDING_BYTES)
      const bytes = await keepDocument({ db, documents }, paper, params.format)
      return sendFile(reply, oneChunk(bytes), { name: fileNameOf(paper.number, params.format), format: params.format })
    },
  })
  await app.register(async (zipped) => {
    limitDocuments(zipped)
    const zip = routeOf(paperCalls.zip)
    zipped.route({
      ...zip,
      config: { ...zip.config, streamed: true },
      handler: async (request, reply) => {
        const { query } = readCall<typeof paperCalls.zip>(request, reply)
        const { format, ...filter } = query
        zipped.holdBytes(request, reply, SENDING_BYTES)
        return sendFile(reply, zipPapers({ db, documents }, filter, format), { name: `papers-${format}.zip`, format: 'zip' })
      },
    })
  })
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes
}
