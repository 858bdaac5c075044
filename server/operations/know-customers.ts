import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Identity } from '../identity/identity.ts'

/** Access tokens and keys remembered, the latest; about 1 MB. */
const MOST_REMEMBERED = 10_000

/**
 * Whether a customer sends these headers, found without the database: by a session cookie that this shop signed, or by an access token
 * or a key that one of its calls has accepted. It opens nothing, and says nothing about whether the credential still does.
 */
export function knowCustomers(app: FastifyInstance, identity: Pick<Identity, 'signedSession'>): (headers: IncomingHttpHeaders) => boolean {
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

/** A set keeps the order in which it was filled. */
function remember(latest: Set<string>, one: string): void {
  latest.delete(one)
  latest.add(one)
  if (latest.size <= MOST_REMEMBERED) return
  const [oldest] = latest
  latest.delete(oldest!) // it is not empty
}
