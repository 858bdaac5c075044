import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Permission } from '#contract/people/permissions.ts'
import { paidOrderMails } from '#contract/people/users.ts'
import { instant } from '../columns.ts'
import { stateList } from '../state-list.ts'

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
    /** Rights of a person who is no admin: contract/people/permissions.ts. */
    permissions: text()
      .array()
      .$type<Permission[]>()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** The mails that an admin gets about paid orders: one for each, one a day with the orders to ship, or none. */
    paidOrderMails: text({ enum: paidOrderMails }).notNull().default('each'),
    disabledAt: instant(),
    /** Last time the account asked for an access token, which browsers do every few minutes. */
    lastSeenAt: instant(),
    /** When its personal data were erased; it is disabled, too. */
    erasedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (user) => [
    index('users_newest').on(user.createdAt, user.id),
    // People are found by parts of their address and name.
    index('users_by_text').using('gin', sql`${user.email} gin_trgm_ops`, sql`fold_text(${user.displayName}) gin_trgm_ops`),
    check('users_email_lower_case', sql`${user.email} = lower(${user.email})`),
    check('users_paid_order_mails_known', sql`${user.paidOrderMails} in ${stateList(paidOrderMails)}`),
    check(
      'users_permissions_known',
      sql`${user.permissions} <@ array['orders', 'parts', 'prices', 'customers', 'money', 'settings', 'look']`,
    ),
    check('users_role_known', sql`${user.role} in ('admin', '')`),
  ],
)
