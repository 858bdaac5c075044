import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { ApiScope } from '#contract/api-keys.ts'
import type { Policy } from '#contract/call.ts'
import { normalizeEmail } from '#contract/fields.ts'
import { findKeyHolder } from '../../api-keys/find-key-holder.ts'
import { keyIn } from '../../api-keys/key-text.ts'
import { limitKeyCalls } from '../../api-keys/limit-key-calls.ts'
import { ShopError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { Caller } from './caller.ts'
import { findCaller } from '../../identity/find-caller.ts'

/** One method of one path with its policy. */
export type DeclaredRoute = { method: string; url: string; policy: Policy | undefined }

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of the server, in the order of registration. */
    declaredRoutes: () => DeclaredRoute[]
  }
}

/**
 * Deny by default: the server does not start while a route has no policy. The check runs before the body is read, so that
 * an unauthenticated client learns nothing from a validation error.
 */
export function requirePolicies(app: FastifyInstance, services: Pick<Services, 'db'>): void {
  const { db } = services
  const countKeyCall = limitKeyCalls(db)
  app.decorateRequest('caller', null)
  const routes: RouteOptions[] = []
  // Read when called: a plugin's own hook may set the policy of its routes later.
  app.decorate('declaredRoutes', () => routes.flatMap(methodsOf))
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const undeclared = app.declaredRoutes().filter(({ policy }) => !policy).map(({ method, url }) => `${method} ${url}`)
    if (undeclared.length > 0) throw new Error(`These routes have no policy: ${undeclared.join(', ')}`)
  })
  app.addHook('onRequest', async (request) => {
    const { policy, scope } = request.routeOptions.config
    // An unknown route needs no policy: the answer is 404.
    if (policy === undefined || policy === 'public' || policy === 'webhook' || policy === 'identity') return
    const { authorization } = request.headers
    // A key is recognised by its format, so that calls with an access token need no look-up of keys.
    const key = keyIn(authorization)
    const caller = key === undefined ? await findCaller(db, authorization) : await findKeyHolder(db, key)
    request.caller = caller
    if (!caller) throw new ShopError('SIGN_IN_NEEDED')
    if (caller.apiKeyId !== undefined) {
      await countKeyCall(caller.apiKeyId)
      requireScope(caller.scopes, scope)
    }
    checkPolicy(policy, caller, request)
  })
}

const methodsOf = ({ method, url, config }: RouteOptions): DeclaredRoute[] =>
  [method].flat().map((one) => ({ method: one, url, policy: config?.policy }))

/** A key authorises only the calls that name one of its scopes. */
function requireScope(scopes: ApiScope[], scope: ApiScope | undefined): void {
  if (scope === undefined || !scopes.includes(scope)) throw new ShopError('KEY_NOT_FOR_THIS')
}

function checkPolicy(policy: Policy, caller: Caller, request: FastifyRequest): void {
  const isAdmin = caller.role === 'admin'
  if (policy === 'admin' && !isAdmin) throw new ShopError('NOT_ALLOWED')
  if ((policy === 'self' || (policy === 'selfOrAdmin' && !isAdmin)) && namedEmail(request) !== caller.email) {
    throw new ShopError('NOT_YOURS')
  }
}

/** For routes that a plugin registers, in its own scope: public files and documents. */
export function allRoutesPublic(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, policy: 'public' }
  })
}

/** The email in a path or a query; undefined when there is none or more than one. */
function namedEmail(request: FastifyRequest): string | undefined {
  const { email } = request.params as { email?: unknown }
  const { customer } = request.query as { customer?: unknown }
  const named = email ?? customer
  return typeof named === 'string' ? normalizeEmail(named) : undefined
}
