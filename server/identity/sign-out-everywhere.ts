import { transaction } from '#database/transaction.ts'
import type { Services } from '../services.ts'
import type { Caller } from '../platform/http/caller.ts'
import { endPrivateLinks, endSessions } from './end-sessions.ts'
import type { Exchange } from './identity.ts'

/**
 * Ends all identity sessions of the caller, including this one, with their access tokens, and all private links to the
 * caller's quotes; clears this browser's cookie.
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
