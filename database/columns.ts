import { sql } from 'drizzle-orm'
import type { CalendarDay } from '#contract/basics/fields.ts'
import { paymentMeans } from '#contract/payments/payment-means.ts'
import { bigint, customType, date, numeric, text, timestamp, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core'

/** Kinds of columns that several tables have. */

export const instant = () => timestamp({ withTimezone: true })
/** A day of the calendar, which is no time. */
export const calendarDay = () => date().$type<CalendarDay>()
export const pieces = () => bigint({ mode: 'number' })
export const cents = () => bigint({ mode: 'number' })
/** Dollars per piece, exact to four decimal places; as text, because a float is not exact. */
export const unitPrice = () => numeric({ precision: 12, scale: 4 })
/** Counts up with each row: the order of a list. */
export const position = () => bigint({ mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity()

/** How something was paid, which a trigger sets by its transaction id (database/routines/payments.sql); `card` until then. */
export const paidBy = () => text({ enum: paymentMeans }).notNull().default('card')

/** A foreign key that is not null. */
export const required = (key: () => AnyPgColumn, actions?: { onDelete: 'cascade' }) => uuid().notNull().references(key, actions)

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })
/**
 * The transaction that has written the row last, kept by the trigger `set_changed_in`: the order in which changes are read
 * (server/changes/read-changes.ts). It means nothing in another database, so backups leave it out.
 */
export const changedIn = () =>
  xid8()
    .notNull()
    .default(sql`pg_current_xact_id()`)
