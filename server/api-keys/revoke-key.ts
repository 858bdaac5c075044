import { and, eq } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import { ShopError } from '../errors.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Caller } from '../platform/http/caller.ts'
import { apiKeyRevokedMail } from '../mail/templates/accounts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'
import { presentKey } from './present-key.ts'

/**
 * Revokes a key of the caller, or any key if the caller is an admin, from the next call on. `deletedCount` is 0 when it was
 * revoked before. Only an admin's change of another account's key goes into the audit log.
 * @throws ShopError NOT_FOUND for an unknown key or another account's.
 */
export async function revokeKey(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  caller: Caller,
  apiKeyId: string,
): Promise<{ deletedCount: 0 | 1 }> {
  const mine = caller.role === 'admin' ? undefined : eq(apiKeys.userId, caller.userId)
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    const [found] = await tx
      .select({ row: apiKeys, email: users.email })
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.userId))
      .where(and(eq(apiKeys.id, apiKeyId), mine))
      .for('update', { of: apiKeys })
    if (!found) throw new ShopError('NOT_FOUND')
    const { row, email } = found
    if (row.revokedAt) return { deletedCount: 0 }
    await tx.update(apiKeys).set({ revokedAt: databaseNow }).where(eq(apiKeys.id, apiKeyId))
    if (row.userId !== caller.userId) await writeAudit(tx, caller, 'revoke-api-key', apiKeyId)
    await queueMail(tx, apiKeyRevokedMail(settings, email, presentKey(row)))
    return { deletedCount: 1 }
  })
}
