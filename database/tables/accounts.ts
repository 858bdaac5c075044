import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { CreditDays } from '#contract/payments/open-items.ts'
import { calendarDay, cents, instant, required } from '../columns.ts'
import { users } from './users.ts'

/** Customers who may pay later: up to `limitCents` at once, each bill within `netDays`. The row is locked while an order uses it. */
export const creditLimits = pgTable(
  'credit_limits',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id),
    limitCents: cents().notNull(),
    netDays: integer().$type<CreditDays>().notNull(),
    changedBy: required(() => users.id),
    changedAt: instant().notNull().defaultNow(),
  },
  (limit) => [
    check('credit_limits_amount', sql`${limit.limitCents} between 0 and 1000000000000000`),
    check('credit_limits_days', sql`${limit.netDays} in (14, 30, 60)`),
  ],
)

/**
 * Bills that were taken on account: their orders are paid (cleared to ship) under `transactionId` before the money arrives.
 * `openCents` is the amount due, less the receipts of the bill. `reminded` counts the reminders.
 */
export const openItems = pgTable(
  'open_items',
  {
    billId: uuid().primaryKey(),
    userId: required(() => users.id),
    transactionId: text().notNull().unique(),
    amountCents: cents().notNull(),
    openCents: cents().notNull(),
    netDays: integer().$type<CreditDays>().notNull(),
    dueOn: calendarDay().notNull(),
    /** `netDays` count from the day on which the last of it leaves: until then `dueOn` is the first day that it can be due. */
    isFromDispatch: boolean().notNull().default(false),
    dispatchedOn: calendarDay(),
    /** Of a bill that is invoiced by delivery: this is what has not left yet. Each delivery has an item of its own. */
    byDelivery: boolean().notNull().default(false),
    /** Of a delivery, whose bill is its parcel: the bill of its order. */
    partOf: uuid(),
    createdAt: instant().notNull().defaultNow(),
    closedAt: instant(),
    reminded: integer().notNull().default(0),
    remindedAt: instant(),
  },
  (item) => [
    index('open_items_open')
      .on(item.userId, item.dueOn)
      .where(sql`${item.closedAt} is null`),
    index('open_items_due')
      .on(item.dueOn)
      .where(sql`${item.closedAt} is null`),
    index('open_items_by_delivery')
      .on(item.billId)
      .where(sql`${item.byDelivery}`),
    index('open_items_of_deliveries')
      .on(item.partOf)
      .where(sql`${item.partOf} is not null`),
    check('open_items_one_or_each', sql`not (${item.byDelivery} and ${item.partOf} is not null)`),
    check('open_items_open_within', sql`${item.openCents} between 0 and ${item.amountCents}`),
    check('open_items_closed', sql`(${item.openCents} = 0) = (${item.closedAt} is not null)`),
    check('open_items_reminded', sql`${item.reminded} between 0 and 3`),
  ],
)
