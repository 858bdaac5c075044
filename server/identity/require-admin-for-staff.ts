import { and, eq, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#database/connect.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'
import type { Actor } from '../platform/audit/write-audit.ts'

/** Whether the row of `users` is of a person who works for the shop. */
export const isStaff = sql<boolean>`${or(eq(users.role, 'admin'), ne(users.permissions, []))}`

/**
 * An account with a role or permissions is changed, ended and exported by admins only: otherwise people with a permission could act
 * on those who granted it. Both roles are read from the database, because a permission makes its call with the role of an admin.
 * @param person which row of `users`
 * @throws ShopError ONLY_ADMINS
 */
export async function requireAdminForStaff(db: Queryable, actor: Actor, person: SQL): Promise<void> {
  if (!(await db.$count(users, and(person, isStaff)))) return
  // Without an actor, the shop's own command line asks.
  if (actor && !(await db.$count(users, and(eq(users.id, actor.userId), eq(users.role, 'admin'))))) throw new ShopError('ONLY_ADMINS')
}
