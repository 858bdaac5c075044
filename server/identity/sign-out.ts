import type { Services } from '../services.ts'
import { findCaller } from './find-caller.ts'
import type { Exchange } from './identity.ts'

/**
 * Ends the identity session of the request's cookie, and that of its access token, with all their access tokens; clears the
 * cookie. Does nothing for a client that is not signed in.
 */
export async function signOut({ db, identity }: Pick<Services, 'db' | 'identity'>, exchange: Exchange): Promise<void> {
  const { request } = exchange
  const [session, caller] = await Promise.all([identity.findSession(request), findCaller(db, request.headers.authorization)])
  // Ended here, because better-auth reports success even when the database could not be reached.
  if (session) await identity.endSession(session.id)
  if (caller) await identity.endSession(caller.sessionId)
  await identity.ask(exchange, 'POST', '/sign-out', {})
}
