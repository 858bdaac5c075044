import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { stockFileCalls } from '#contract/parts/stock-files.ts'
import { sendFile } from '../platform/documents/send-file.ts'
import { limitDocuments } from '../platform/documents/limit-documents.ts'
import { readCall, routeOf } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { writeStockFile } from './write-stock-file.ts'

/** Memory in bytes of a file while it is written and sent. */
const SENDING_BYTES = 4 * 1024 * 1024

/** As with orders, an account has one file at a time. */
export async function stockFileRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  limitDocuments(app, { alsoCsv: true })
  const ofPart = routeOf(stockFileCalls.ofPart)
  app.route({
    ...ofPart,
    config: { ...ofPart.config, streamed: true },
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      const { params } = readCall<typeof stockFileCalls.ofPart>(request, reply)
      app.holdBytes(request, reply, SENDING_BYTES)
      return sendFile(reply, writeStockFile(db, { partId: params.id }), { name: 'stock.csv', format: 'csv' })
    },
  })
  const all = routeOf(stockFileCalls.all)
  app.route({
    ...all,
    config: { ...all.config, streamed: true },
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      const { query } = readCall<typeof stockFileCalls.all>(request, reply)
      app.holdBytes(request, reply, SENDING_BYTES)
      return sendFile(reply, writeStockFile(db, query), { name: 'stock-moves.csv', format: 'csv' })
    },
  })
}
