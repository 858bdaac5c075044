import { eq } from 'drizzle-orm'
import { sessions } from '#database/tables/identity.ts'
import type { Services } from '../services.ts'
import type { Caller } from './caller.ts'
import type { Exchange } from './identity.ts'

/**
 * Ends every identity session of a person, this one included, with every access token that came from them; clears the
 * cookie of this browser. For somebody who has left a session open elsewhere, or fears that one was stolen.
 */
export async function signOutEverywhere(
  { db, identity }: Pick<Services, 'db' | 'identity'>,
  exchange: Exchange,
  { userId }: Caller,
): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId))
  await identity.ask(exchange, 'POST', '/sign-out', {})
}
