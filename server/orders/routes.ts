import type { FastifyPluginAsync } from 'fastify'
import { normalizeEmail } from '#contract/fields.ts'
import { messages } from '#contract/messages.ts'
import { orderCalls, type StockChangeAnswer } from '#contract/orders.ts'
import { quoteCalls } from '#contract/quotes.ts'
import type { UserInfo } from '#contract/users.ts'
import { answerOnce } from '../answer-once.ts'
import { crashAfterAnswer } from '../crash-point.ts'
import { invalidField, ShopError } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import { restockPart, setStock } from '../parts/restock-part.ts'
import { reportPayment } from '../payments/report-payment.ts'
import { serve, type CallRequest } from '../serve.ts'
import type { Services } from '../services.ts'
import { cancelOrder } from './cancel-order.ts'
import { findGroup } from './find-group.ts'
import { allOrders, countOrders, findOrder, ordersOfCustomer } from './find-orders.ts'
import { holdPieces } from './hold-pieces.ts'
import { orderQuote } from './order-quote.ts'
import { placeOrder } from './place-order.ts'
import { shipOrder } from './ship-order.ts'

export const orderRoutes =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
    const { db, settings } = services

    serve(app, orderCalls.changeStock, (call) => {
      crashAfterAnswer(call.reply, 'hold: answered')
      return changeStock(services, call)
    })
    serve(app, orderCalls.place, ({ body, caller, reply }) => {
      requireOwnEmail(caller, body.userInfo, body.orderItem.email)
      crashAfterAnswer(reply, 'order: answered')
      return placeOrder(services, caller, body.orderItem)
    })
    serve(app, orderCalls.ofCustomer, ({ query }) => ordersOfCustomer(db, normalizeEmail(query.customer), query))
    serve(app, orderCalls.all, ({ query }) => allOrders(db, query))
    serve(app, orderCalls.count, async () => ({ count: await countOrders(db) }))
    serve(app, orderCalls.one, ({ params, caller }) => findOrder(db, caller, params.id))
    serve(app, orderCalls.reportPaid, ({ params, body, caller, reply }) => {
      crashAfterAnswer(reply, 'report: answered')
      return reportPayment(services, caller, params.id, body.transactionId)
    })
    serve(app, orderCalls.ship, async ({ params, caller }) => ({ modifiedCount: await shipOrder(db, settings, caller, params.id) }))
    serve(app, orderCalls.cancel, ({ params, caller }) => cancelOrder(services, caller, params.id))

    serve(app, quoteCalls.order, ({ params, body, caller, reply }) => {
      crashAfterAnswer(reply, 'group: answered')
      return orderQuote(services, caller, params.id, body)
    })
    serve(app, quoteCalls.group, ({ params, caller }) => findGroup(db, caller, params.id))
  }

/** One path, two calls: customers hold pieces, admins update the stock. */
async function changeStock(
  { db, payments, settings }: Services,
  { params: { id: partId }, body: change, caller, request }: CallRequest<typeof orderCalls.changeStock>,
): Promise<StockChangeAnswer> {
  const { restAvailable, newAvailable } = change
  if (restAvailable && newAvailable) throw invalidField('newAvailable', messages.oneKindOfStockUpdate)
  if (newAvailable || change.added !== undefined) {
    if (caller.role !== 'admin') throw new ShopError('NOT_ALLOWED')
    if (!newAvailable) throw invalidField('newAvailable', messages.oneKindOfStockUpdate)
    requireOwnEmail(caller, change.user)
    const { added } = change
    return answerOnce(db, request, caller, (tx) =>
      added === undefined
        ? setStock(tx, caller, partId, newAvailable.available)
        : restockPart(tx, caller, partId, added),
    )
  }
  if (!restAvailable) throw invalidField('restAvailable', messages.holdNeedsQuantity)
  requireOwnEmail(caller, change.userInfo)
  return holdPieces(db, {
    partId,
    userId: caller.userId,
    quantity: change.orderQuantity,
    rest: restAvailable.available,
    limits: payments,
    maxUnpaidOrders: settings.maxUnpaidOrders,
  })
}

/**
 * Who is acting comes from the session alone; an email sent along must not name somebody else.
 * @throws ShopError NOT_YOURS
 */
function requireOwnEmail(caller: Caller, info: UserInfo | null | undefined, email?: string): void {
  for (const named of [info?.email, email]) {
    if (named && normalizeEmail(named) !== caller.email) throw new ShopError('NOT_YOURS')
  }
}
