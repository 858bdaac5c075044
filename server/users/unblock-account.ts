import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { requireAdminForStaff } from '../identity/require-admin-for-staff.ts'

/**
 * Allows a blocked account to sign in again; what ended when it was blocked is not restored. Returns the number changed: 0
 * for an unknown email or an account that is not blocked.
 * @throws ShopError ONLY_ADMINS
 */
export async function unblockAccount(db: Database, actor: Actor, email: string): Promise<number> {
  return transaction(db, async (tx) => {
    await requireAdminForStaff(tx, actor, eq(users.email, email))
    const changed = await tx
      .update(users)
      .set({ disabledAt: null, updatedAt: databaseNow })
      .where(and(eq(users.email, email), isNotNull(users.disabledAt), isNull(users.erasedAt)))
      .returning({ id: users.id })
    if (changed.length > 0) await writeAudit(tx, actor, 'unblock-account', email)
    return changed.length
  })
}
