import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/**
 * Accounts: identity record and shop profile in one row. Specification section 3, "User". `email` is always lower case.
 * `role` is 'admin' or empty.
 */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    displayName: text().notNull(),
    image: text(),
    phone: text().notNull().default(''),
    education: text().notNull().default(''),
    address: text().notNull().default(''),
    role: text({ enum: ['admin', ''] })
      .notNull()
      .default(''),
    disabledAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (user) => [
    check('users_email_lower_case', sql`${user.email} = lower(${user.email})`),
    check('users_role_known', sql`${user.role} in ('admin', '')`),
  ],
)
