import { and, eq, isNull } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { punchoutConnections } from '#database/tables/punchout.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { ShopError } from '../errors.ts'
import { endPrivateLinks, endSessions, lockCalls } from '../identity/end-sessions.ts'
import { endOpenPurchases, type EndedPurchases } from '../orders/end-open-purchases.ts'
import { requireAdminForStaff } from '../identity/require-admin-for-staff.ts'
import { requireAnotherAdmin } from './require-another-admin.ts'

/**
 * Blocks an account: sign-in is refused, and its sessions, access tokens, API keys, procurement systems, private links, holds and unpaid orders
 * end in the same transaction. Returns undefined for an unknown email or an account that is already blocked, otherwise what
 * was ended, whose `toFinish` is for `tryToFinishCancelling`.
 * @throws ShopError ONLY_ADMINS; OWN_ACCOUNT; LAST_ADMIN
 */
export async function blockAccount(db: Database, actor: Actor, email: string): Promise<EndedPurchases | undefined> {
  return transaction(db, async (tx) => {
    await lockCalls(tx, eq(users.email, email))
    await requireAdminForStaff(tx, actor, eq(users.email, email))
    await requireAnotherAdmin(tx, email)
    const [blocked] = await tx
      .update(users)
      .set({ disabledAt: databaseNow, updatedAt: databaseNow })
      .where(and(eq(users.email, email), isNull(users.disabledAt)))
      .returning({ id: users.id })
    if (!blocked) return undefined
    const { id } = blocked
    if (id === actor?.userId) throw new ShopError('OWN_ACCOUNT')
    // First, so that running calls end before, and everything that they have set aside is released, too.
    await endSessions(tx, id)
    await tx
      .update(apiKeys)
      .set({ revokedAt: databaseNow })
      .where(and(eq(apiKeys.userId, id), isNull(apiKeys.revokedAt)))
    await tx.delete(punchoutConnections).where(eq(punchoutConnections.userId, id))
    await endPrivateLinks(tx, id)
    const ended = await endOpenPurchases(tx, id)
    await writeAudit(tx, actor, 'block-account', email, { holds: ended.releasedHolds, orders: ended.cancelledOrders })
    return ended
  })
}
