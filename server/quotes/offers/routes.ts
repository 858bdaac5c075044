import type { FastifyInstance } from 'fastify'
import { offerCalls } from '#contract/quotes/offers.ts'
import { messageAnswerCalls } from '#contract/quotes/message-answers.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Services } from '../../services.ts'
import { serveLines } from '../serve-lines.ts'
import { answerMessage } from './answer-message.ts'
import { findShopQuote } from './find-shop-quote.ts'
import { followUp } from './follow-up.ts'
import { makeOffer } from './make-offer.ts'
import { declineQuote, requestOffer } from './request-offer.ts'

export async function offerRoutes(app: FastifyInstance, services: Services): Promise<void> {
  serveLines(app, offerCalls.one, ({ params, query }) => findShopQuote(services, params.id, query.version))
  registerCall(app, offerCalls.make, ({ params, body, caller, request }) => makeOffer(services, request, caller, params.id, body))
  registerCall(app, messageAnswerCalls.quote, ({ params, body, caller, request }) =>
    answerMessage(services, request, caller, params.id, body),
  )
  registerCall(app, offerCalls.followUp, ({ params, body, caller }) => followUp(services, caller, params.id, body.version))
  registerCall(app, offerCalls.request, ({ params, body, caller }) => requestOffer(services, caller, params.id, body))
  registerCall(app, offerCalls.decline, ({ params, body, caller }) => declineQuote(services, caller, params.id, body))
}
