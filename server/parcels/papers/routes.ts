import type { FastifyInstance, FastifyReply } from 'fastify'
import { shippingPaperCalls } from '#contract/orders/shipping-papers.ts'
import type { LayOut } from '../../platform/documents/lay-out-in-thread.ts'
import type { Layout } from '../../platform/documents/layout.ts'
import { sendFile } from '../../platform/documents/send-file.ts'
import { limitDocuments } from '../../platform/documents/limit-documents.ts'
import { readCall, routeOf } from '../../platform/http/register-call.ts'
import type { Services } from '../../services.ts'
import { findPackedOrders } from './find-packed-orders.ts'
import type { LabelFacts, PackedOrder, SlipFacts } from './papers.ts'

const slipLayout: Layout<SlipFacts, PackedOrder> = { module: import.meta.resolve('./draw-slip.ts'), name: 'openSlips' }
const labelLayout: Layout<LabelFacts, PackedOrder> = { module: import.meta.resolve('./draw-label.ts'), name: 'openLabels' }

/** Memory in bytes of a file while it is written and sent. */
const SENDING_BYTES = 4 * 1024 * 1024

/** Orders that are laid out at once; other files take their turns in between. */
const BATCH = 20

/** As with quotes, an account has one file at a time, and the layout runs in their thread. */
export async function shippingPaperRoutes(app: FastifyInstance, { db, settings, layOut }: Services & { layOut: LayOut }): Promise<void> {
  const { slips, labels } = shippingPaperCalls
  limitDocuments(app)
  const streamed = { streamed: true } as const
  app.route({
    ...routeOf(slips),
    config: { ...routeOf(slips).config, ...streamed },
    handler: async (request, reply) => {
      const { body } = readCall<typeof slips>(request, reply)
      const orders = await findPackedOrders(db, body.orders)
      const facts = { shopName: settings.shopName, lineCount: orders.length, paper: body.paper ?? 'a4' }
      return send(reply, 'packing-slips', layOut(slipLayout, { facts, batches: batchesOf(orders) }))
    },
  })
  app.route({
    ...routeOf(labels),
    config: { ...routeOf(labels).config, ...streamed },
    handler: async (request, reply) => {
      const { body } = readCall<typeof labels>(request, reply)
      const orders = await findPackedOrders(db, body.orders)
      const facts = { shopName: settings.shopName, lineCount: orders.length, returnAddress: settings.shipping.returnAddress }
      return send(reply, 'address-labels', layOut(labelLayout, { facts, batches: batchesOf(orders) }))
    },
  })
}

function* batchesOf(orders: readonly PackedOrder[]): Generator<PackedOrder[], void, undefined> {
  for (let at = 0; at < orders.length; at += BATCH) yield orders.slice(at, at + BATCH)
}

function send(reply: FastifyReply, name: string, file: AsyncGenerator<Uint8Array, void, undefined>): Promise<FastifyReply> {
  reply.server.holdBytes(reply.request, reply, SENDING_BYTES)
  return sendFile(reply, file, { name: `${name}.pdf`, format: 'pdf' })
}
