import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'

/**
 * Locks the row of every enabled admin, always in the same order, before counting: a count in the WHERE alone would let
 * two concurrent removals both pass.
 * @throws ShopError LAST_ADMIN
 */
export async function requireAnotherAdmin(tx: Transaction, email: string): Promise<void> {
  const admins = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.disabledAt)))
    .orderBy(asc(users.id))
    .for('update')
  if (admins.length === 1 && admins[0]?.email === email) throw new ShopError('LAST_ADMIN')
}
