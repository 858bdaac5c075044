import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgSchema, text } from 'drizzle-orm/pg-core'
import { calendarDay, cents, instant } from '../columns.ts'

/**
 * Tables of the sandbox card processor, in a separate schema: it simulates an external company, so no rule of the shop
 * reads them. They survive a restart, like a real processor.
 */
export const sandbox = pgSchema('sandbox')

export const sandboxPaymentMethods = sandbox.table('payment_methods', {
  id: text().primaryKey(),
  brand: text().notNull(),
  last4: text().notNull(),
  behaviour: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
})

/** `amountCents` as the shop requested it. A repeated `idempotencyKey` returns the same intent. */
export const sandboxIntents = sandbox.table('intents', {
  id: text().primaryKey(),
  idempotencyKey: text().notNull().unique(),
  clientSecret: text().notNull(),
  orderId: text().notNull(),
  amountCents: cents().notNull(),
  currency: text().notNull().default('usd'),
  status: text({
    enum: ['requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled'],
  }).notNull(),
  paymentMethod: text(),
  lastError: text(),
  refundedAt: instant(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
})

/** `shopRefundId` is the shop's id, empty for a refund made at the processor. */
export const sandboxRefunds = sandbox.table('refunds', {
  id: text().primaryKey(),
  intentId: text()
    .notNull()
    .references(() => sandboxIntents.id),
  amountCents: cents().notNull(),
  status: text({ enum: ['pending', 'succeeded', 'failed'] }).notNull(),
  reason: text().notNull(),
  shopRefundId: text().notNull().default(''),
  idempotencyKey: text().unique(),
  createdAt: instant().notNull().defaultNow(),
})

export const sandboxDisputes = sandbox.table('disputes', {
  id: text().primaryKey(),
  intentId: text()
    .notNull()
    .references(() => sandboxIntents.id),
  amountCents: cents().notNull(),
  status: text({ enum: ['needs_response', 'won', 'lost'] }).notNull(),
  reason: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
})

/** Payouts of the sandbox to the shop's bank, at most one a day; `id` has the day. */
export const sandboxPayouts = sandbox.table('payouts', {
  id: text().primaryKey(),
  amountCents: cents().notNull(),
  status: text({ enum: ['in_transit', 'paid', 'failed'] }).notNull(),
  arrivesOn: calendarDay().notNull(),
  createdAt: instant().notNull().defaultNow(),
})

/** Movements of the shop's balance at the sandbox, with the payout that included them. Negative amounts went back. */
export const sandboxBalance = sandbox.table(
  'balance',
  {
    id: text().primaryKey(),
    type: text({ enum: ['charge', 'refund', 'refund_failure', 'adjustment', 'payout_failure'] }).notNull(),
    amountCents: cents().notNull(),
    feeCents: cents().notNull().default(0),
    sourceId: text().notNull(),
    intentId: text(),
    payoutId: text().references(() => sandboxPayouts.id),
    createdAt: instant().notNull().defaultNow(),
  },
  (line) => [index('sandbox_balance_of_payout').on(line.payoutId)],
)

/** Messages to the shop's webhook, repeated until it answers with 2xx. */
export const sandboxEvents = sandbox.table(
  'events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    payload: jsonb().notNull(),
    createdAt: instant().notNull().defaultNow(),
    runAfter: instant().notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    deliveredAt: instant(),
  },
  (event) => [
    index('sandbox_events_to_send')
      .on(event.runAfter)
      .where(sql`${event.deliveredAt} is null`),
  ],
)
