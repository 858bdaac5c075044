import type { FastifyPluginAsync } from 'fastify'
import { normalizeEmail } from '#contract/fields.ts'
import { orderCalls } from '#contract/orders.ts'
import { quoteCalls } from '#contract/quotes.ts'
import { crashAfterAnswer } from '../crash-point.ts'
import { reportPayment } from '../payments/report-payment.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'
import { cancelOrder } from './cancel-order.ts'
import { changeStock } from './change-stock.ts'
import { findGroup } from './find-group.ts'
import { allOrders, countOrders, findOrder, ordersOfCustomer } from './find-orders.ts'
import { orderQuote } from './order-quote.ts'
import { placeOrder } from './place-order.ts'
import { requireOwnEmail } from './require-own-email.ts'
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
