import type { FastifyContextConfig, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { actsForShop, type ApiScope } from '#contract/people/api-keys.ts'
import type { Policy } from '#contract/basics/call.ts'
import { normalizeEmail } from '#contract/basics/fields.ts'
import { actsAsAdmin, type Permission, type Rights } from '#contract/people/permissions.ts'
import { ShopError } from '../../errors.ts'
import type { Caller, KeyHolder, SignedIn } from './caller.ts'

export type DeclaredRoute = { method: string; url: string; policy: Policy | undefined }

export type Callers = {
  /** The caller of an Authorization header; null when it names none. */
  find(authorization: string | undefined): Promise<SignedIn | KeyHolder | null>
  /** @throws ShopError TOO_MANY_REQUESTS when the caller has made too many calls. */
  count(caller: SignedIn | KeyHolder): Promise<void>
  /** What these callers may do now, by the id of their session or key; nothing of one that has ended. */
  rightsOf(callers: Caller[]): Promise<Map<string, Rights>>
}

declare module 'fastify' {
  interface FastifyInstance {
    declaredRoutes: () => DeclaredRoute[]
  }
}

/**
 * Deny by default: the server does not start while a route has no policy. The check runs before the body is read, so that
 * an unauthenticated client learns nothing from a validation error.
 */
export function requirePolicies(app: FastifyInstance, callers: Callers): void {
  app.decorateRequest('caller', null)
  const routes: RouteOptions[] = []
  // Read when called: a plugin's own hook may set the policy of its routes later.
  app.decorate('declaredRoutes', () => routes.flatMap(methodsOf))
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const undeclared = app
      .declaredRoutes()
      .filter(({ policy }) => !policy)
      .map(({ method, url }) => `${method} ${url}`)
    if (undeclared.length > 0) throw new Error(`These routes have no policy: ${undeclared.join(', ')}`)
  })
  app.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions
    const { policy, scopes, knowsCaller } = config
    if (knowsCaller) request.caller = await callerInPublic(callers, request.headers.authorization, scopes)
    // An unknown route needs no policy: the answer is 404.
    if (policy === undefined || policy === 'public' || policy === 'webhook' || policy === 'identity') return
    const found = await callers.find(request.headers.authorization)
    if (!found) throw new ShopError('SIGN_IN_NEEDED')
    await callers.count(found)
    const caller = authorize(found, request.method, config)
    request.caller = caller
    checkPolicy(policy, caller, request)
  })
}

const methodsOf = ({ method, url, config }: RouteOptions): DeclaredRoute[] =>
  [method].flat().map((one) => ({ method: one, url, policy: config?.policy }))

/**
 * The caller with the role that they have in this call.
 * @throws ShopError KEY_NOT_FOR_THIS
 */
export const authorize = (
  found: SignedIn | KeyHolder,
  method: string,
  { permissions, scopes }: Pick<FastifyContextConfig, 'permissions' | 'scopes'>,
): SignedIn | KeyHolder => (found.apiKeyId === undefined ? authorizePerson(found, method, permissions) : authorizeKey(found, scopes))

/** In a call that names one of their permissions, a person acts for the shop. */
const authorizePerson = (person: SignedIn, method: string, permissions: readonly Permission[] = []): SignedIn =>
  actsAsAdmin(person, { method, permissions }) ? { ...person, role: 'admin' } : person

/** A key authorises only the calls that name one of its scopes, or accept any. With a scope for the shop it acts for the shop. */
function authorizeKey(key: KeyHolder, scopes: readonly ApiScope[] | 'any' = []): KeyHolder {
  if (scopes === 'any') return key
  const allowed = key.scopes.filter((scope) => scopes.includes(scope))
  if (allowed.length === 0) throw new ShopError('KEY_NOT_FOR_THIS')
  return allowed.some((scope) => actsForShop(key.owner, scope)) ? { ...key, role: 'admin' } : key
}

/** Who makes a public call; null for a key without one of the scopes. */
async function callerInPublic(callers: Callers, authorization: string | undefined, scopes: readonly ApiScope[] | 'any' = []) {
  if (authorization === undefined) return null
  const found = await callers.find(authorization)
  if (found?.apiKeyId === undefined) return found
  return scopes === 'any' || found.scopes.some((scope) => scopes.includes(scope)) ? found : null
}

function checkPolicy(policy: Policy, caller: SignedIn | KeyHolder, request: FastifyRequest): void {
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
