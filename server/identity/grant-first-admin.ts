import { and, eq, exists, isNull, ne, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable, Transaction } from '#database/connect.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Settings } from '../platform/settings/settings.ts'

/**
 * Makes the account of `ADMIN_EMAIL` an admin: in trial mode once registered, in production once the address is verified.
 * Returns whether the role was granted. Called at registration, at verification, after a new password and at every start;
 * to revoke this account's role, an operator must therefore also remove the address from `ADMIN_EMAIL`.
 * With `onlyWithoutAdmin` it changes nothing if there is already an admin who can sign in.
 */
export async function grantFirstAdmin(
  { db, settings }: { db: Queryable; settings: Pick<Settings, 'adminEmail' | 'mode'> },
  { onlyWithoutAdmin = false }: { onlyWithoutAdmin?: boolean } = {},
): Promise<boolean> {
  const { adminEmail, mode } = settings
  if (!adminEmail) return false
  const others = alias(users, 'others')
  const grant = async (tx: Transaction) => {
    const granted = await tx
      .update(users)
      .set({ role: 'admin', updatedAt: sql`now()` })
      .where(
        and(
          eq(users.email, adminEmail),
          ne(users.role, 'admin'),
          mode === 'production' ? users.emailVerified : undefined,
          onlyWithoutAdmin
            ? not(
                exists(
                  tx
                    .select({ id: others.id })
                    .from(others)
                    .where(and(eq(others.role, 'admin'), isNull(others.disabledAt))),
                ),
              )
            : undefined,
        ),
      )
      .returning({ id: users.id })
    if (granted.length > 0) await writeAudit(tx, null, 'grant-admin', adminEmail, { by: 'ADMIN_EMAIL' })
    return granted.length > 0
  }
  return 'changes' in db ? transaction(db, grant) : grant(db)
}
