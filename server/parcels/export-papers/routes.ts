import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { exportPaperCalls, type ExportLine, type ExportWanted } from '#contract/orders/export-papers.ts'
import { ShopError } from '../../errors.ts'
import type { LayOut } from '../../platform/documents/lay-out-in-thread.ts'
import type { Layout } from '../../platform/documents/layout.ts'
import { limitDocuments } from '../../platform/documents/limit-documents.ts'
import { sendFile } from '../../platform/documents/send-file.ts'
import { readCall, registerCall, routeOf } from '../../platform/http/register-call.ts'
import type { Services } from '../../services.ts'
import { findPublished } from '../../shop-settings/apply-settings.ts'
import type { ExportFacts, ExportPaperKind } from './draw-export.ts'
import { findConsignment } from './find-consignment.ts'

const layout: Layout<ExportFacts, ExportLine> = { module: import.meta.resolve('./draw-export.ts'), name: 'openExportPaper' }

/** Memory in bytes of a file while it is written and sent. */
const SENDING_BYTES = 4 * 1024 * 1024

/** Papers for customs. As with packing slips, an account has one file at a time, and the layout runs in their thread. */
export async function exportPaperRoutes(app: FastifyInstance, services: Services & { layOut: LayOut }): Promise<void> {
  const { db } = services
  registerCall(app, exportPaperCalls.check, async ({ body }) => findConsignment(db, (await findPublished(db)).values, body))
  await app.register(async (files) => {
    limitDocuments(files)
    for (const [call, kind] of [
      [exportPaperCalls.invoice, 'commercial-invoice'],
      [exportPaperCalls.packingList, 'packing-list'],
    ] as const) {
      const route = routeOf(call)
      files.route({
        ...route,
        config: { ...route.config, streamed: true },
        handler: async (request, reply) => sendPaper(services, kind, readCall<typeof call>(request, reply).body, request, reply),
      })
    }
  })
}

/** @throws ShopError EXPORT_INCOMPLETE with what is missing, unless gaps are wanted; and as `findConsignment`. */
async function sendPaper(
  { db, settings, layOut }: Services & { layOut: LayOut },
  kind: ExportPaperKind,
  wanted: ExportWanted,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { consignment, missing } = await findConsignment(db, (await findPublished(db)).values, wanted)
  if (missing.length > 0 && !wanted.gaps) {
    throw new ShopError('EXPORT_INCOMPLETE', {
      fields: missing.map(({ kind: field, message, partNumber }) => ({
        field,
        message: partNumber ? `${partNumber}: ${message}` : message,
      })),
    })
  }
  const { lines, ...facts } = consignment
  const orders = lines.length === 1 ? lines[0]!.orderNumber : `${lines[0]!.orderNumber} and ${lines.length - 1} more` // a consignment has lines
  reply.server.holdBytes(request, reply, SENDING_BYTES)
  const file = layOut(layout, { facts: { ...facts, kind, shopName: settings.shopName, orders, lineCount: lines.length }, batches: [lines] })
  return sendFile(reply, file, { name: `${kind}-${lines[0]!.orderNumber}.pdf`, format: 'pdf' })
}
