import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Policy } from '#contract/call.ts'
import { normalizeEmail } from '#contract/fields.ts'
import { ShopError } from '../errors.ts'
import type { Services } from '../services.ts'
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
    const { policy } = request.routeOptions.config
    // Without a route there is nothing to guard: the answer is 404.
    if (policy === undefined || policy === 'public' || policy === 'webhook' || policy === 'identity') return
    request.caller = await findCaller(services.db, request.headers.authorization)
    checkPolicy(policy, request)
  })
}

const methodsOf = ({ method, url, config }: RouteOptions): DeclaredRoute[] =>
  [method].flat().map((one) => ({ method: one, url, policy: config?.policy }))

function checkPolicy(policy: Policy, request: FastifyRequest): void {
  const { caller } = request
  if (!caller) throw new ShopError('SIGN_IN_NEEDED')
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
