import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { normalizeEmail } from '#contract/basics/fields.ts'
import { orderFileCalls, type OrderFileFilter } from '#contract/orders/order-files.ts'
import { sendFile } from '../../platform/documents/send-file.ts'
import { readCall, routeOf } from '../../platform/http/register-call.ts'
import { limitDocuments } from '../../platform/documents/limit-documents.ts'
import type { Services } from '../../services.ts'
import { hasOrderWithFreight } from '../../freight/has-order-with-freight.ts'
import { hasChargedTax } from '../../taxes/has-charged-tax.ts'
import { findFileOrders } from './find-file-orders.ts'
import { writeOrderFile } from './write-order-file.ts'

/** Memory in bytes of a file while it is written and sent: batches as rows and as text. */
const SENDING_BYTES = 4 * 1024 * 1024

/** As with quotes, an account has one file at a time. */
export async function orderFileRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  limitDocuments(app, { alsoCsv: true })
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { query } = readCall<typeof orderFileCalls.all>(request, reply)
    const filter: OrderFileFilter = query.customer === undefined ? query : { ...query, customer: normalizeEmail(query.customer) }
    const { format } = filter
    app.holdBytes(request, reply, SENDING_BYTES)
    const file = writeOrderFile(format, findFileOrders(db, filter), {
      taxed: await hasChargedTax(db),
      hasFreight: await hasOrderWithFreight(db),
    })
    return sendFile(reply, file, { name: `orders.${format}`, format })
  }
  for (const call of [orderFileCalls.all, orderFileCalls.ofCustomer]) {
    const route = routeOf(call)
    app.route({ ...route, config: { ...route.config, streamed: true }, handler: answer })
  }
}
