import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { ApiScope } from '#contract/api-keys.ts'
import type { Policy } from '#contract/call.ts'
import { normalizeEmail } from '#contract/fields.ts'
import { findKeyHolder } from '../api-keys/find-key-holder.ts'
import { keyIn } from '../api-keys/key-text.ts'
import { limitKeyCalls } from '../api-keys/limit-key-calls.ts'
import { ShopError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Caller } from './caller.ts'
import { findCaller } from './find-caller.ts'

/** One method of one path, and who may use it. */
export type DeclaredRoute = { method: string; url: string; policy: Policy | undefined }

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route that the server answers, in the order of registration. */
    declaredRoutes: () => DeclaredRoute[]
  }
}

/**
 * Deny by default: every route says who may use it, or the server does not start. The check runs before the
 * body is read, so that a stranger learns nothing from a refusal of it.
 */
export function requirePolicies(app: FastifyInstance, services: Pick<Services, 'db'>): void {
  const { db } = services
  const countKeyCall = limitKeyCalls(db)
  app.decorateRequest('caller', null)
  const routes: RouteOptions[] = []
  // Read when asked: a plugin's own hook may say later who may use its routes.
  app.decorate('declaredRoutes', () => routes.flatMap(methodsOf))
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const undeclared = app.declaredRoutes().filter(({ policy }) => !policy).map(({ method, url }) => `${method} ${url}`)
    if (undeclared.length > 0) throw new Error(`These routes do not say who may use them: ${undeclared.join(', ')}`)
  })
  app.addHook('onRequest', async (request) => {
    const { policy, scope } = request.routeOptions.config
    // Without a route there is nothing to guard: the answer is 404.
    if (policy === undefined || policy === 'public' || policy === 'webhook' || policy === 'identity') return
    const { authorization } = request.headers
    // A key is told by its form, so that nobody who is signed in waits for a look at the keys.
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

/** A key opens the calls that name one of its scopes, and nothing else of what its owner may do. */
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

/** For routes that a plugin registers, in its own scope: files and documents that everybody may read. */
export function allRoutesPublic(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, policy: 'public' }
  })
}

/** The email that a path or a query names; undefined when it names none or several. */
function namedEmail(request: FastifyRequest): string | undefined {
  const { email } = request.params as { email?: unknown }
  const { customer } = request.query as { customer?: unknown }
  const named = email ?? customer
  return typeof named === 'string' ? normalizeEmail(named) : undefined
}
