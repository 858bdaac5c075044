import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { orders } from './orders.ts'

const instant = () => timestamp({ withTimezone: true })

/** Inbox of the payment provider's signed messages: stored first, acted on afterwards, never dropped. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    eventId: text().primaryKey(),
    type: text().notNull(),
    intentId: text(),
    payload: jsonb().notNull(),
    receivedAt: instant().notNull().defaultNow(),
    handledAt: instant(),
    attempts: integer().notNull().default(0),
  },
  (event) => [index('payment_events_open').on(event.receivedAt).where(sql`${event.handledAt} is null`)],
)

/** Money that has to go back, at most once for each intent: paid after cancelling, or the wrong amount. */
export const refunds = pgTable('refunds', {
  paymentIntent: text().primaryKey(),
  orderId: uuid().references(() => orders.id),
  amountCents: bigint({ mode: 'number' }).notNull(),
  reason: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
  doneAt: instant(),
})
