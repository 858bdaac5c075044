import type { FastifyInstance } from 'fastify'
import { webhookCalls } from '#contract/people/webhooks.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { changeWebhook } from './change-webhook.ts'
import { createWebhook } from './create-webhook.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { redeliver } from './redeliver.ts'
import { removeWebhook } from './remove-webhook.ts'
import { rotateSecret } from './rotate-secret.ts'
import { testWebhook } from './test-webhook.ts'

/** For browsers: none of these calls has a scope, so that no key can send the shop's messages elsewhere. */
export async function webhookRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, identity } = services
  registerCall(app, webhookCalls.mine, ({ caller }) => listWebhooks(db, caller.userId))
  registerCall(app, webhookCalls.create, async ({ body, caller, reply }) => {
    await identity.countAttempt('webhook', caller.userId)
    reply.header('cache-control', 'no-store')
    return createWebhook(services, caller, body)
  })
  registerCall(app, webhookCalls.change, async ({ params, body, caller }) => {
    await identity.countAttempt('webhook-change', caller.userId)
    return changeWebhook(services, caller, params.id, body)
  })
  registerCall(app, webhookCalls.remove, ({ params, caller }) => removeWebhook(db, caller, params.id))
  registerCall(app, webhookCalls.rotate, ({ params, caller, reply }) => {
    reply.header('cache-control', 'no-store')
    return rotateSecret(db, caller, params.id)
  })
  registerCall(app, webhookCalls.test, async ({ params, query, caller }) => {
    await identity.countAttempt('webhook-change', caller.userId)
    return testWebhook(services, caller, params.id, query.event)
  })
  registerCall(app, webhookCalls.deliveries, ({ params, query, caller }) => listDeliveries(db, caller, params.id, query))
  registerCall(app, webhookCalls.redeliver, async ({ params, caller }) => {
    await identity.countAttempt('webhook-redelivery', caller.userId)
    return redeliver(db, caller, params.id)
  })
}
