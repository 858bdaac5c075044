import type { FastifyPluginAsync } from 'fastify'
import { sandboxCalls } from '#contract/payments/sandbox.ts'
import type { Database } from '#database/connect.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { acceptCard, actOnSandboxIntent, confirmSandboxIntent, readSandboxIntent } from './books.ts'
import type { Sandbox } from './sandbox.ts'

/** The sandbox's calls for the browser. Registered in trial mode only. */
export const sandboxRoutes =
  (db: Database, { settle }: Pick<Sandbox, 'settle'>): FastifyPluginAsync =>
  async (app) => {
    registerCall(app, sandboxCalls.createPaymentMethod, ({ body }) => acceptCard(db, body))
    registerCall(app, sandboxCalls.confirm, ({ params, body }) =>
      confirmSandboxIntent(db, params.id, body.clientSecret, body.paymentMethod),
    )
    registerCall(app, sandboxCalls.act, ({ params, body }) => actOnSandboxIntent(db, params.id, body.clientSecret, body.outcome))
    registerCall(app, sandboxCalls.intent, async ({ params, query }) => {
      await settle()
      return readSandboxIntent(db, params.id, query.clientSecret)
    })
  }
