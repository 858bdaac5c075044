import { integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { parts } from './parts.ts'
import { users } from './users.ts'
import { cents, instant, pieces, required } from '../columns.ts'

const totals = { orders: integer().notNull(), pieces: pieces().notNull(), turnoverCents: cents().notNull() }

/*
 * Sums of payments in past hours and months (UTC), added up once by `server/reports/total-up-sales.ts`, so that a year of a million
 * orders is read in milliseconds. An order counts at the time of its payment, which never changes; later refunds are subtracted when
 * totals are read. Hours and months without a row are read from the orders.
 */

/** `hour` is its beginning. Turnover is that of the goods; freight is beside it. */
export const salesOfHours = pgTable('sales_of_hours', {
  hour: instant().primaryKey(),
  ...totals,
  freightCents: cents().notNull().default(0),
})

/** `month` is its beginning. */
export const salesOfParts = pgTable(
  'sales_of_parts',
  { month: instant().notNull(), partId: required(() => parts.id), ...totals },
  (sales) => [primaryKey({ columns: [sales.month, sales.partId] })],
)

/** `month` is its beginning. */
export const salesOfCustomers = pgTable(
  'sales_of_customers',
  { month: instant().notNull(), userId: required(() => users.id), ...totals },
  (sales) => [primaryKey({ columns: [sales.month, sales.userId] })],
)
