import { and, eq, gt } from 'drizzle-orm'
import type { CallResponse } from '#contract/basics/call.ts'
import { PUNCHOUT_SESSION_HOURS } from '#contract/basics/limits.ts'
import { punchoutMessages, type punchoutCalls } from '#contract/quotes/punchout.ts'
import { databaseNow, minutesFromNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { punchoutSessions } from '#database/tables/punchout.ts'
import { ShopError } from '../errors.ts'
import { findPublished } from '../shop-settings/apply-settings.ts'
import { findSession } from './find-session.ts'
import { hashOf, newToken } from './secrets.ts'

/**
 * Exchanges the secret of a start page for the token of its session. One statement decides, so of two requests with the same secret one
 * gets a token.
 * @throws ShopError PUNCHOUT_OVER for a secret that is unknown, used or too old.
 */
export async function openSession(db: Database, secret: string): Promise<CallResponse<typeof punchoutCalls.open>> {
  const token = newToken()
  const [opened] = await db
    .update(punchoutSessions)
    .set({ startHash: null, tokenHash: hashOf(token), expiresAt: minutesFromNow(PUNCHOUT_SESSION_HOURS * 60) })
    .where(and(eq(punchoutSessions.startHash, hashOf(secret)), gt(punchoutSessions.expiresAt, databaseNow)))
    .returning({ id: punchoutSessions.id })
  if (!opened) throw new ShopError('PUNCHOUT_OVER', { message: punchoutMessages.linkUsed })
  const { kind, operation, expiresAt, search, lines } = await findSession(db, token)
  const freight = kind === 'cxml' && (await findPublished(db)).offersFreight
  return { token, kind, operation, expiresAt: expiresAt.toISOString(), search, lines, ...(freight && { freight }) }
}
