import { eq } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { permissions, type Permission } from '#contract/people/permissions.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { endSessions, lockCalls } from '../identity/end-sessions.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'

/**
 * Sets a person's permissions; an admin may do everything, with any permissions. Returns the number changed: 0 for an unknown email or the
 * same permissions. A person who loses one is signed out everywhere, so that open screens do not show data that they may no longer see.
 */
export async function setPermissions(db: Database, actor: Actor, email: string, wanted: readonly Permission[]): Promise<number> {
  return transaction(db, async (tx) => {
    await lockCalls(tx, eq(users.email, email))
    const [before] = await tx
      .select({ id: users.id, permissions: users.permissions })
      .from(users)
      .where(eq(users.email, email))
      .for('no key update')
    const after = permissions.filter((permission) => wanted.includes(permission))
    if (!before || String(before.permissions) === String(after)) return 0
    await tx.update(users).set({ permissions: after, updatedAt: databaseNow }).where(eq(users.id, before.id))
    await writeAudit(tx, actor, 'change-permissions', email, {
      permissions: after.join(', '),
      permissionsBefore: before.permissions.join(', '),
    })
    if (before.permissions.some((permission) => !after.includes(permission))) await endSessions(tx, before.id)
    return 1
  })
}
