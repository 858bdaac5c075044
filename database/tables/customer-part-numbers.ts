import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, required } from '../columns.ts'
import { parts } from './parts.ts'
import { users } from './users.ts'

/** A customer's own number of a part; `form` has its letters and digits. */
export const customerPartNumbers = pgTable(
  'customer_part_numbers',
  {
    userId: required(() => users.id),
    form: text().notNull(),
    number: text().notNull(),
    partId: required(() => parts.id),
    addedAt: instant().notNull().defaultNow(),
  },
  (own) => [primaryKey({ columns: [own.userId, own.form] }), index('customer_part_numbers_of_part').on(own.partId)],
)
