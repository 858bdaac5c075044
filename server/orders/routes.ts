import type { FastifyInstance } from 'fastify'
import { addressCalls } from '#contract/people/addresses.ts'
import { normalizeEmail } from '#contract/basics/fields.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { orderCalls } from '#contract/orders/orders.ts'
import { stageCalls } from '#contract/orders/stages.ts'
import { moveCalls } from '#contract/promises/moves.ts'
import { promiseCalls } from '#contract/promises/promise-calls.ts'
import { quoteCalls } from '#contract/quotes/quotes.ts'
import { spendWithinLimit } from '../api-keys/spend-within-limit.ts'
import { answerOnce } from '../platform/http/answer-once.ts'
import { registerCall } from '../platform/http/register-call.ts'
import { serveRows } from '../platform/http/serve-rows.ts'
import { reportPayment } from '../payments/report-payment.ts'
import type { Services } from '../services.ts'
import { cancelOrder } from './cancel-order.ts'
import { changeOrderAddress } from './change-order-address.ts'
import { changeReference } from './change-reference.ts'
import { changeStock } from './holds/change-stock.ts'
import { findGroup } from './lists/find-group.ts'
import { allOrders, countByState, countOrders, findOrder, ordersOfCustomer } from './lists/find-orders.ts'
import { findOrderEvents } from './lists/find-order-events.ts'
import { answerMove } from './moves/answer-move.ts'
import { askMove } from './moves/ask-move.ts'
import { findMoves } from './moves/find-moves.ts'
import { orderQuote } from './order-quote.ts'
import { findPromiseAtRisk, promiseAnew } from './promise-anew.ts'
import { placeOrder } from './place-order.ts'
import { reduceOrder } from './reduce-order.ts'
import { reorder } from './reorder.ts'
import { requireOwnEmail } from './require-own-email.ts'
import { shipOrder } from './ship-order.ts'
import { compareStages, setStages } from './set-stages.ts'
import { streamOrderChanges } from './lists/stream-order-changes.ts'

export async function orderRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services

  registerCall(app, orderCalls.changeStock, (call) => changeStock(services, call))
  registerCall(app, orderCalls.place, ({ body, caller, request }) => {
    requireOwnEmail(caller, body.userInfo, body.orderItem.email)
    return placeOrder(services, request, caller, body.orderItem)
  })
  serveRows(app, orderCalls.ofCustomer, ({ query }) => ordersOfCustomer(db, normalizeEmail(query.customer), query))
  serveRows(app, orderCalls.all, ({ query }) => allOrders(db, withNormalEmail(query)))
  registerCall(app, orderCalls.count, async () => ({ count: await countOrders(db) }))
  registerCall(app, orderCalls.countByState, ({ query }) => countByState(db, withNormalEmail(query)))
  registerCall(app, orderCalls.countOwnByState, ({ query }) => countByState(db, withNormalEmail(query)))
  registerCall(app, orderCalls.one, ({ params, query, caller }) => findOrder(db, caller, params.id, query))
  registerCall(app, orderEventCalls.ofOrder, async ({ params, caller }) => ({ events: await findOrderEvents(db, caller, params.id) }))
  streamOrderChanges(app, services)
  registerCall(app, orderCalls.reportPaid, ({ params, body, caller }) => reportPayment(services, caller, params.id, body.transactionId))
  registerCall(app, orderCalls.ship, ({ params, body, caller }) => shipOrder(services, caller, params.id, body?.despite))
  registerCall(app, orderCalls.cancel, ({ params, caller }) => cancelOrder(services, caller, params.id))

  registerCall(app, orderCalls.reduce, ({ params, body, caller }) => reduceOrder(services, caller, params.id, body))
  registerCall(app, moveCalls.ofOrder, ({ params, caller }) => findMoves(db, caller, params.id))
  registerCall(app, moveCalls.ask, ({ params, body, caller }) => askMove(services, caller, params.id, body.wishedOn))
  registerCall(app, moveCalls.answer, ({ params, body, caller }) => answerMove(services, caller, params.id, body))
  registerCall(app, promiseCalls.ofOrder, ({ params }) => findPromiseAtRisk(services, params.id))
  registerCall(app, promiseCalls.tell, ({ params, body, caller }) => promiseAnew(services, caller, params.id, body.shipBy))
  registerCall(app, stageCalls.compare, ({ body }) => compareStages(db, body))
  registerCall(app, stageCalls.set, ({ body, caller, request }) =>
    answerOnce(db, request, caller, (tx) => setStages(tx, services, caller, body)),
  )
  registerCall(app, orderCalls.reorder, ({ body, caller }) => reorder(services, caller, body.orders))

  registerCall(app, addressCalls.ofOrder, ({ params, body, caller }) => changeOrderAddress(services, caller, params.id, body))
  registerCall(app, addressCalls.reference, ({ params, body, caller }) => changeReference(db, caller, params.id, body))

  registerCall(app, quoteCalls.order, ({ params, body, caller, request }) => {
    // A key without a limit orders what its scope allows; only agents need one.
    const limit = caller.apiKeyId === undefined ? undefined : spendWithinLimit(caller, 'everything')
    return orderQuote(services, request, caller, params.id, body, { alsoKeep: limit })
  })
  registerCall(app, quoteCalls.group, ({ params, caller }) => findGroup(db, caller, params.id))
}

const withNormalEmail = <Query extends { customer?: string }>(query: Query): Query =>
  query.customer === undefined ? query : { ...query, customer: normalizeEmail(query.customer) }
