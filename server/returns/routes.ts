import type { FastifyInstance } from 'fastify'
import { returnCalls } from '#contract/orders/returns.ts'
import { linkNext } from '../platform/http/link-next.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { askReturn } from './ask-return.ts'
import { allReturns, findReturn, returnsOfOrder } from './find-returns.ts'
import { agreeReturn, closeReturn, receiveReturn, refuseReturn, settleReturn, withdrawReturn } from './step-return.ts'

/** The upload of pictures is among the routes of images, which read its form. */
export async function returnRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services
  registerCall(app, returnCalls.ofOrder, ({ params, caller }) => returnsOfOrder(db, caller, params.id))
  registerCall(app, returnCalls.all, async (call) => linkNext(call, 'returns', await allReturns(db, call.query)))
  registerCall(app, returnCalls.one, ({ params }) => findReturn(db, params.id))
  registerCall(app, returnCalls.ask, ({ request, params, body, caller }) => askReturn(services, request, caller, params.id, body))
  registerCall(app, returnCalls.withdraw, ({ params, caller }) => withdrawReturn(services, caller, params.id))
  registerCall(app, returnCalls.agree, ({ params, body, caller }) => agreeReturn(services, caller, params.id, body.answer))
  registerCall(app, returnCalls.refuse, ({ params, body, caller }) => refuseReturn(services, caller, params.id, body.answer))
  registerCall(app, returnCalls.receive, ({ params, body, caller }) => receiveReturn(services, caller, params.id, body))
  registerCall(app, returnCalls.settle, ({ params, body, caller }) => settleReturn(services, caller, params.id, body))
  registerCall(app, returnCalls.close, ({ params, body, caller }) => closeReturn(services, caller, params.id, body.note))
}
