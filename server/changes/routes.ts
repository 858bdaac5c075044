import type { FastifyInstance } from 'fastify'
import { changeCalls } from '#contract/orders/changes.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { changedOrders, changedPapers, changedQuotes } from './changed-rows.ts'

export async function changeRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  registerCall(app, changeCalls.orders, ({ query, caller }) => changedOrders(db, caller, query))
  registerCall(app, changeCalls.quotes, ({ query, caller }) => changedQuotes(db, caller, query))
  registerCall(app, changeCalls.papers, ({ query, caller }) => changedPapers(db, caller, query))
}
