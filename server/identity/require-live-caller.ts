import { and, eq, gt, isNull } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { sessions } from '#database/tables/identity.ts'
import { punchoutConnections } from '#database/tables/punchout.ts'
import { ShopError } from '../errors.ts'
import type { Credential } from '../platform/http/caller.ts'

/**
 * Checks that the caller's session, API key or connection has not ended since the call started, and locks it until the transaction
 * ends. Must be the first statement of every transaction that writes to an account: otherwise a running call could write
 * after the account was taken back or blocked. The lock is exclusive, so many calls queue up and cannot delay `endSessions`
 * indefinitely.
 * @throws ShopError SIGN_IN_NEEDED
 */
export async function requireLiveCaller(tx: Transaction, { sessionId, apiKeyId, connectionId }: Credential): Promise<void> {
  const [live] =
    connectionId !== undefined
      ? await tx
          .select({ id: punchoutConnections.id })
          .from(punchoutConnections)
          .where(eq(punchoutConnections.id, connectionId))
          .for('no key update')
      : sessionId === undefined
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
