import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'

export type SignedSessions = { signedSession(cookies: string): boolean }

/** Most recent access tokens and keys in memory; about 1 MB. */
const MAX_REMEMBERED = 10_000

/**
 * Whether the headers belong to a known customer, without a query: by a session cookie signed by this shop, or an access
 * token or key that a call has accepted before. Grants no access; the credential may have ended since.
 */
export function knowCustomers(app: FastifyInstance, identity: SignedSessions): (headers: IncomingHttpHeaders) => boolean {
  const accepted = new Set<string>()
  app.addHook('onResponse', (request, _reply, done) => {
    const { authorization } = request.headers
    if (request.caller && authorization !== undefined) remember(accepted, digest(authorization))
    done()
  })
  return ({ authorization, cookie }) =>
    (authorization !== undefined && accepted.has(digest(authorization))) || (cookie !== undefined && identity.signedSession(cookie))
}

const digest = (credential: string) => hash('sha256', credential, 'base64url')

/** A set keeps its order of insertion. */
function remember(latest: Set<string>, one: string): void {
  latest.delete(one)
  latest.add(one)
  if (latest.size <= MAX_REMEMBERED) return
  const [oldest] = latest
  latest.delete(oldest!) // it is not empty
}
