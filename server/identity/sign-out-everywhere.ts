import { transaction } from '#database/transaction.ts'
import type { Services } from '../services.ts'
import type { Caller } from './caller.ts'
import { endPrivateLinks, endSessions } from './end-sessions.ts'
import type { Exchange } from './identity.ts'

/**
 * Ends every identity session of a person, this one included, with every access token that came from them, and every
 * private link to their quotes; clears the cookie of this browser. For somebody who has left a session open elsewhere, or fears that one was stolen.
 */
export async function signOutEverywhere(
  { db, identity }: Pick<Services, 'db' | 'identity'>,
  exchange: Exchange,
  { userId }: Caller,
): Promise<void> {
  await transaction(db, async (tx) => {
    await endSessions(tx, userId)
    await endPrivateLinks(tx, userId)
  })
  await identity.ask(exchange, 'POST', '/sign-out', {})
}
