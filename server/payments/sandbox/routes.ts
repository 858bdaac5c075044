import type { FastifyPluginAsync } from 'fastify'
import { sandboxCalls } from '#contract/sandbox.ts'
import { serve } from '../../serve.ts'
import type { Sandbox } from './sandbox.ts'

/** The sandbox processor's calls for the browser. Registered in trial mode only. */
export const sandboxRoutes =
  ({ cardField }: Pick<Sandbox, 'cardField'>): FastifyPluginAsync =>
  async (app) => {
    serve(app, sandboxCalls.createPaymentMethod, ({ body }) => cardField.acceptCard(body))
    serve(app, sandboxCalls.confirm, ({ params, body }) =>
      cardField.confirm(params.id, body.clientSecret, body.paymentMethod),
    )
    serve(app, sandboxCalls.act, ({ params, body }) => cardField.act(params.id, body.clientSecret, body.outcome))
    serve(app, sandboxCalls.intent, ({ params, query }) => cardField.read(params.id, query.clientSecret))
  }
