import type { FastifyInstance } from 'fastify'
import { voidingCalls } from '#contract/quotes/voidings.ts'
import { linkNext } from '../../platform/http/link-next.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Services } from '../../services.ts'
import { countVoidable } from './count-voidable.ts'
import { listAllQuotes } from './list-all-quotes.ts'
import { readCriteria } from './read-criteria.ts'
import { voidQuote } from './void-quote.ts'
import { voidQuotes } from './void-quotes.ts'

export async function voidingRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services
  registerCall(app, voidingCalls.all, async (call) => linkNext(call, 'quotes', await listAllQuotes(db, call.query)))
  registerCall(app, voidingCalls.count, ({ query }) => countVoidable(db, readCriteria(query)))
  registerCall(app, voidingCalls.voidMany, ({ body, caller }) => voidQuotes(services, caller, body))
  registerCall(app, voidingCalls.voidOne, ({ params, body, caller }) => voidQuote(services, caller, params.id, body))
}
