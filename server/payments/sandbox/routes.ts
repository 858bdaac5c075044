import type { FastifyPluginAsync } from 'fastify'
import { sandboxCalls } from '#contract/sandbox.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Sandbox } from './sandbox.ts'

/** The sandbox's calls for the browser. Registered in trial mode only. */
export const sandboxRoutes =
  ({ cardField }: Pick<Sandbox, 'cardField'>): FastifyPluginAsync =>
  async (app) => {
    registerCall(app, sandboxCalls.createPaymentMethod, ({ body }) => cardField.acceptCard(body))
    registerCall(app, sandboxCalls.confirm, ({ params, body }) => cardField.confirm(params.id, body.clientSecret, body.paymentMethod))
    registerCall(app, sandboxCalls.act, ({ params, body }) => cardField.act(params.id, body.clientSecret, body.outcome))
    registerCall(app, sandboxCalls.intent, ({ params, query }) => cardField.read(params.id, query.clientSecret))
  }
