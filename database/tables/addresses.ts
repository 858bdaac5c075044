import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, required } from '../columns.ts'
import { users } from './users.ts'

/** A customer's address book. Orders keep their address by value (`orders.shipTo`). `country` is ISO 3166-1 alpha-2. */
export const addresses = pgTable(
  'addresses',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: required(() => users.id),
    /** The customer's label, such as 'Warehouse north'. */
    label: text().notNull().default(''),
    name: text().notNull(),
    company: text().notNull().default(''),
    street: text().notNull(),
    city: text().notNull(),
    /** State, province or the like, where the country's addresses have one. */
    state: text().notNull().default(''),
    postalCode: text().notNull().default(''),
    country: text().notNull(),
    phone: text().notNull().default(''),
    isDefault: boolean().notNull().default(false),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (address) => [
    index('addresses_of_user').on(address.userId, address.createdAt),
    uniqueIndex('addresses_one_default')
      .on(address.userId)
      .where(sql`${address.isDefault}`),
    check('addresses_country', sql`${address.country} ~ '^[A-Z]{2}$'`),
  ],
)
