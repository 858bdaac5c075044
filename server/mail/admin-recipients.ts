import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '#database/connect.ts'
import { users } from '#database/tables/users.ts'
import type { Settings } from '../platform/settings/settings.ts'

/** Email addresses of the staff: `ADMIN_EMAIL` if it is set, else those of all admins. */
export async function adminRecipients(tx: Queryable, { adminEmail }: Pick<Settings, 'adminEmail'>): Promise<string[]> {
  if (adminEmail) return [adminEmail]
  const admins = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.disabledAt)))
    .orderBy(asc(users.email))
  return admins.map(({ email }) => email)
}
