import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Permission } from '#contract/people/permissions.ts'
import type { Queryable } from '#database/connect.ts'
import { users } from '#database/tables/users.ts'
import type { Settings } from '../platform/settings/settings.ts'

/**
 * Email addresses of the staff: `ADMIN_EMAIL` if it is set, else those of all admins; and of the people with this permission.
 */
export async function adminRecipients(
  tx: Queryable,
  { adminEmail }: Pick<Settings, 'adminEmail'>,
  permission: Permission | null = null,
): Promise<string[]> {
  const isAdmin = adminEmail ? eq(users.email, adminEmail) : eq(users.role, 'admin')
  const staff = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(or(isAdmin, sql`${permission}::text = any(${users.permissions})`), isNull(users.disabledAt)))
    .orderBy(asc(users.email))
  return [...new Set([...(adminEmail ? [adminEmail] : []), ...staff.map(({ email }) => email)])]
}
