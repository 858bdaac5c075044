import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { CallResponse } from '#contract/basics/call.ts'
import type { ListedUser, userCalls } from '#contract/people/users.ts'
import type { Queryable } from '#database/connect.ts'
import { users } from '#database/tables/users.ts'
import { profileColumns } from '../identity/find-user.ts'

const USERS_AT_ONCE = 500

/** All accounts that are not erased, oldest first, in batches. For admins. */
export async function* listUsers(db: Queryable): AsyncGenerator<ListedUser[], void, undefined> {
  const blocked = sql<boolean>`${isNotNull(users.disabledAt)}`
  for (let last: string | undefined; ;) {
    const behind =
      last === undefined
        ? undefined
        : sql`(${users.createdAt}, ${users.id}) > (select created_at, id from users as before where before.id = ${last}::uuid)`
    const some = await db
      .select({ ...profileColumns, blocked, permissions: users.permissions })
      .from(users)
      .where(and(isNull(users.erasedAt), behind))
      .orderBy(asc(users.createdAt), asc(users.id))
      .limit(USERS_AT_ONCE)
    if (some.length > 0) yield some
    if (some.length < USERS_AT_ONCE) return
    last = some.at(-1)!._id
  }
}

/** Nothing also for an unknown email. Permissions are named where there are any. */
export async function findRights(db: Queryable, email: string): Promise<CallResponse<typeof userCalls.isAdmin>> {
  const [user] = await db.select({ role: users.role, permissions: users.permissions }).from(users).where(eq(users.email, email))
  if (!user) return { admin: false }
  const { role, permissions } = user
  return { admin: role === 'admin', ...(permissions.length > 0 && { permissions }) }
}
