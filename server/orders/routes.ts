import type { FastifyPluginAsync } from 'fastify'
import { normalizeEmail } from '#contract/fields.ts'
import { messages } from '#contract/messages.ts'
import { orderCalls, type StockChange, type StockChangeAnswer } from '#contract/orders.ts'
import type { UserInfo } from '#contract/users.ts'
import { invalidField, ShopError } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import { restockPart, setStock } from '../parts/restock-part.ts'
import { reportPayment } from '../payments/report-payment.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'
import { cancelOrder } from './cancel-order.ts'
import { allOrders, findOrder, ordersOfCustomer } from './find-orders.ts'
import { holdPieces } from './hold-pieces.ts'
import { placeOrder } from './place-order.ts'
import { shipOrder } from './ship-order.ts'

export const orderRoutes =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
    const { db, settings, payments } = services

    serve(app, orderCalls.changeStock, ({ params, body, caller }) => changeStock(services, caller, params.id, body))
    serve(app, orderCalls.place, ({ body, caller }) => {
      requireOwnEmail(caller, body.userInfo, body.orderItem.email)
      return placeOrder(db, settings, payments, caller, body.orderItem)
    })
    serve(app, orderCalls.ofCustomer, ({ query }) => ordersOfCustomer(db, normalizeEmail(query.customer)))
    serve(app, orderCalls.all, () => allOrders(db))
    serve(app, orderCalls.one, ({ params, caller }) => findOrder(db, caller, params.id))
    serve(app, orderCalls.reportPaid, ({ params, body, caller }) =>
      reportPayment(services, caller, params.id, body.transactionId),
    )
    serve(app, orderCalls.ship, async ({ params }) => ({ modifiedCount: await shipOrder(db, settings, params.id) }))
    serve(app, orderCalls.cancel, ({ params, caller }) => cancelOrder(services, caller, params.id))
  }

/** One path, two calls: customers hold pieces, admins update the stock. */
async function changeStock(
  { db, payments }: Services,
  caller: Caller,
  partId: string,
  change: StockChange,
): Promise<StockChangeAnswer> {
  const { restAvailable, newAvailable } = change
  if (restAvailable && newAvailable) throw invalidField('newAvailable', messages.oneKindOfStockUpdate)
  if (newAvailable || change.added !== undefined) {
    if (caller.role !== 'admin') throw new ShopError('NOT_ALLOWED')
    if (!newAvailable) throw invalidField('newAvailable', messages.oneKindOfStockUpdate)
    requireOwnEmail(caller, change.user)
    return change.added === undefined
      ? setStock(db, partId, newAvailable.available)
      : restockPart(db, partId, change.added)
  }
  if (!restAvailable) throw invalidField('restAvailable', messages.holdNeedsQuantity)
  requireOwnEmail(caller, change.userInfo)
  return holdPieces(db, {
    partId,
    userId: caller.userId,
    quantity: change.orderQuantity,
    rest: restAvailable.available,
    limits: payments,
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
