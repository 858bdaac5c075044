import { and, eq, ne, sql } from 'drizzle-orm'
import type { Role } from '#contract/people/users.ts'
import type { Database } from '#database/connect.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { endSessions, lockCalls } from '../identity/end-sessions.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { requireAnotherAdmin } from './require-another-admin.ts'

/**
 * Makes an account an admin or a plain user. Returns the number changed: 0 for an unknown email or an unchanged role. An
 * account that loses the role is signed out everywhere.
 * @throws ShopError LAST_ADMIN when no admin who can sign in would remain, also when two admins remove each other
 *   concurrently.
 */
export async function setRole(db: Database, actor: Actor, email: string, role: Role): Promise<number> {
  return transaction(db, async (tx) => {
    await lockCalls(tx, eq(users.email, email))
    if (role === '') await requireAnotherAdmin(tx, email)
    const [changed] = await tx
      .update(users)
      .set({ role, updatedAt: sql`now()` })
      .where(and(eq(users.email, email), ne(users.role, role)))
      .returning({ id: users.id })
    if (!changed) return 0
    await writeAudit(tx, actor, role === 'admin' ? 'grant-admin' : 'revoke-admin', email)
    if (role === '') await endSessions(tx, changed.id)
    return 1
  })
}
