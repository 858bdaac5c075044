import type { FastifyInstance, FastifyReply } from 'fastify'
import { shippingPaperCalls } from '#contract/shipping-papers.ts'
import { sendFile } from '../../platform/documents/send-file.ts'
import { readCall, routeOf } from '../../platform/http/register-call.ts'
import { takeDocumentTurns } from '../../quotes/document/take-document-turns.ts'
import type { Services } from '../../services.ts'
import { drawLabel, LABEL_SIZE } from './draw-label.ts'
import { drawSlip, slipSizes } from './draw-slip.ts'
import { findPackedOrders } from './find-packed-orders.ts'
import { writePapers } from './paper-file.ts'

/** Memory in bytes of a file while it is written and sent. */
const SENDING_BYTES = 4 * 1024 * 1024

/** As with quotes, an account has one file at a time. */
export async function shippingPaperRoutes(app: FastifyInstance, { db, settings: { shopName, shipping } }: Services): Promise<void> {
  const { slips, labels } = shippingPaperCalls
  takeDocumentTurns(app)
  const streamed = { streamed: true } as const
  app.route({
    ...routeOf(slips),
    config: { ...routeOf(slips).config, ...streamed },
    handler: async (request, reply) => {
      const { body } = readCall<typeof slips>(request, reply)
      const orders = await findPackedOrders(db, body.orders)
      const size = slipSizes[body.paper ?? 'a4']
      return send(
        reply,
        'packing-slips',
        writePapers('Packing slips', shopName, size, orders, (sheet, order, page) =>
          drawSlip(sheet, { shopName, size, count: orders.length }, order, page),
        ),
      )
    },
  })
  app.route({
    ...routeOf(labels),
    config: { ...routeOf(labels).config, ...streamed },
    handler: async (request, reply) => {
      const { body } = readCall<typeof labels>(request, reply)
      const orders = await findPackedOrders(db, body.orders)
      return send(
        reply,
        'address-labels',
        writePapers('Address labels', shopName, LABEL_SIZE, orders, (sheet, order) =>
          drawLabel(sheet, [shopName, ...shipping.returnAddress], order),
        ),
      )
    },
  })
}

function send(reply: FastifyReply, name: string, file: AsyncGenerator<Uint8Array, void, undefined>): Promise<FastifyReply> {
  reply.server.holdBytes(reply.request, reply, SENDING_BYTES)
  return sendFile(reply, file, { name: `${name}.pdf`, type: 'application/pdf' })
}
