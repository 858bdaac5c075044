import { eq } from 'drizzle-orm'
import type { User } from '#contract/people/users.ts'
import type { Queryable } from '#database/connect.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'

/** What a person's own profile shows. */
export const profileColumns = {
  _id: users.id,
  email: users.email,
  displayName: users.displayName,
  phone: users.phone,
  education: users.education,
  address: users.address,
  role: users.role,
}

export async function findUser(db: Queryable, email: string): Promise<User> {
  const [user] = await db.select(profileColumns).from(users).where(eq(users.email, email))
  if (!user) throw new ShopError('NOT_FOUND')
  return user
}
