import { and, eq, gt, isNull } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { sessions } from '#database/tables/identity.ts'
import { ShopError } from '../errors.ts'
import type { Credential } from './caller.ts'

/**
 * Lets a transaction go on only while the caller's session, or API key, has not ended since the call began, and keeps it
 * from ending before the transaction does. To be asked first in whatever sets something in an account: otherwise a call
 * under way would set it after the account has been taken back or blocked. The lock is one that others queue up for, so
 * many calls cannot keep `endSessions` waiting.
 * @throws ShopError SIGN_IN_NEEDED
 */
export async function requireLiveCaller(tx: Transaction, { sessionId, apiKeyId }: Credential): Promise<void> {
  const [live] =
    sessionId === undefined
      ? await tx
          .select({ id: apiKeys.id })
          .from(apiKeys)
          .where(and(eq(apiKeys.id, apiKeyId), isNull(apiKeys.revokedAt)))
          .for('no key update')
      : await tx
          .select({ id: sessions.id })
          .from(sessions)
          .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, databaseNow)))
          .for('no key update')
  if (!live) throw new ShopError('SIGN_IN_NEEDED')
}
