import { eq } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { users } from '#database/tables/users.ts'

/** Changes of one address book wait for each other, so that it has one default and no more entries than allowed. */
export const lockBook = (tx: Transaction, userId: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
