import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { standingOf, type Standing } from '../http/caller.ts'

export type SignedSessions = { signedSession(cookies: string): boolean }

/** Most recent access tokens and keys in memory; about 1 MB. */
const MAX_REMEMBERED = 10_000

/** What is known of a client before anything is looked up for it. */
export type Known = 'anonymous' | Standing

/**
 * Who sends the headers, without a query: by an access token or key that a call has accepted before, the cookie beside it, or a session
 * cookie signed by this shop. Grants no access; the credential may have ended since.
 */
export function knowCustomers(app: FastifyInstance, identity: SignedSessions): (headers: IncomingHttpHeaders) => Known {
  const accepted = new Map<string, Standing>()
  app.addHook('onResponse', ({ caller, headers: { authorization, cookie } }, _reply, done) => {
    if (caller && authorization !== undefined) {
      remember(accepted, digest(authorization), standingOf(caller))
      // The token is replaced every few minutes, the cookie is not.
      if (cookie !== undefined && identity.signedSession(cookie)) remember(accepted, digest(cookie), standingOf(caller))
    }
    done()
  })
  return ({ authorization, cookie }) => {
    const byToken = authorization === undefined ? undefined : accepted.get(digest(authorization))
    if (byToken !== undefined || cookie === undefined) return byToken ?? 'anonymous'
    return accepted.get(digest(cookie)) ?? (identity.signedSession(cookie) ? 'unproven' : 'anonymous')
  }
}

const digest = (credential: string) => hash('sha256', credential, 'base64url')

/** A map keeps its order of insertion. */
function remember(latest: Map<string, Standing>, one: string, standing: Standing): void {
  latest.delete(one)
  latest.set(one, standing)
  if (latest.size <= MAX_REMEMBERED) return
  const [oldest] = latest.keys()
  latest.delete(oldest!) // it is not empty
}
