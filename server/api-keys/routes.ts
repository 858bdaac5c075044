import type { FastifyInstance } from 'fastify'
import { apiKeyCalls } from '#contract/people/api-keys.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { createKey } from './create-key.ts'
import { limitSpending } from './limit-spending.ts'
import { listKeys } from './list-keys.ts'
import { revokeKey } from './revoke-key.ts'

/** For browsers: none of these calls has a scope, so that no key can create or revoke another. */
export async function apiKeyRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, identity } = services
  registerCall(app, apiKeyCalls.mine, ({ caller }) => listKeys(db, caller.userId))
  registerCall(app, apiKeyCalls.create, async ({ body, caller, reply }) => {
    await identity.countAttempt('api-key', caller.userId)
    reply.header('cache-control', 'no-store')
    return createKey(services, caller, body)
  })
  registerCall(app, apiKeyCalls.limitSpending, ({ params, body, caller }) => limitSpending(db, caller, params.id, body.spending))
  registerCall(app, apiKeyCalls.revoke, ({ params, caller }) => revokeKey(services, caller, params.id))
}
