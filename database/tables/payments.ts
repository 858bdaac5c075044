import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { paymentMeans } from '#contract/payments/payment-means.ts'
import { disputeStates, refundStates } from '#contract/payments/payment-states.ts'
import { stateList } from '../state-list.ts'
import { invoices } from './invoices.ts'
import { orders } from './orders.ts'
import { returns } from './returns.ts'
import { users } from './users.ts'
import { cents, instant, paidBy, pieces } from '../columns.ts'

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
  (event) => [
    index('payment_events_open')
      .on(event.receivedAt)
      .where(sql`${event.handledAt} is null`),
  ],
)

/**
 * Payments that pay for nothing and must be refunded completely, once for each intent: paid after cancelling, or the
 * wrong amount.
 */
export const returnedPayments = pgTable('refunds', {
  paymentIntent: text().primaryKey(),
  orderId: uuid().references(() => orders.id),
  amountCents: cents().notNull(),
  reason: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
  doneAt: instant(),
})

/**
 * Succeeded payments with a refund or dispute. The first one creates the row; most payments have none.
 *
 * `refundedCents` is the sum of the payment's refunds that have not failed, kept by the trigger `payment_refunds_sum_up`;
 * a check limits it to the amount. `asOf` is the database's time before the provider was queried: the answer to an
 * earlier query does not overwrite the row.
 */
export const payments = pgTable(
  'payments',
  {
    intentId: text().primaryKey(),
    paidBy: paidBy(),
    amountCents: cents().notNull(),
    refundedCents: cents().notNull().default(0),
    asOf: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (payment) => [
    check('payments_paid_by_known', sql`${payment.paidBy} in ${stateList(paymentMeans)}`),
    check('payments_refunded_within_amount', sql`${payment.refundedCents} between 0 and ${payment.amountCents}`),
  ],
)

/**
 * Refunds of a payment, the shop's and those made in the provider's dashboard. The shop inserts one as `asked` before
 * it calls the provider, with the admin and the order; `attempt` is part of the idempotency key. `providerId` and the
 * other states come from the provider.
 */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    id: uuid().primaryKey().defaultRandom(),
    intentId: text()
      .notNull()
      .references(() => payments.intentId),
    /** Null for a refund of the payment as a whole, such as one from the dashboard. */
    orderId: uuid().references(() => orders.id),
    amountCents: cents().notNull(),
    state: text({ enum: refundStates }).notNull(),
    madeBy: text({ enum: ['shop', 'provider'] }).notNull(),
    actorId: uuid().references(() => users.id),
    reason: text().notNull().default(''),
    attempt: integer().notNull().default(1),
    providerId: text().unique(),
    createdAt: instant().notNull().defaultNow(),
    /** Pieces that returned to stock with it. */
    restockedPieces: pieces().notNull().default(0),
    /** Pieces that are not sent any more since it. */
    withdrawnPieces: pieces().notNull().default(0),
    /** The part of it that gives freight back, with its tax. */
    freightCents: cents().notNull().default(0),
    /** The return whose pieces it pays back. */
    returnId: uuid().references(() => returns.id),
    /** The credit note that its amount is in, where the bill had an invoice. */
    creditNoteId: uuid().references(() => invoices.id),
    /** A discount: the price is less by it, and no money goes back. */
    isDiscount: boolean().notNull().default(false),
  },
  (refund) => [
    index('payment_refunds_of_return')
      .on(refund.returnId)
      .where(sql`${refund.returnId} is not null`),
    check('payment_refunds_restocked', sql`${refund.restockedPieces} >= 0`),
    check('payment_refunds_withdrawn', sql`${refund.withdrawnPieces} >= 0`),
    index('payment_refunds_of_intent').on(refund.intentId),
    index('payment_refunds_open')
      .on(refund.createdAt)
      .where(sql`${refund.state} in ('asked', 'pending')`),
    check('payment_refunds_state_known', sql`${refund.state} in ${stateList(refundStates)}`),
    check('payment_refunds_made_by_known', sql`${refund.madeBy} in ('shop', 'provider')`),
    check('payment_refunds_amount', sql`${refund.amountCents} > 0`),
    check('payment_refunds_freight_within_amount', sql`${refund.freightCents} between 0 and ${refund.amountCents}`),
    check('payment_refunds_known_to_provider', sql`${refund.state} in ('asked', 'canceled') or ${refund.providerId} is not null`),
  ],
)

/** Disputed payments, by the provider's id. `providerState` is the provider's own state. */
export const disputes = pgTable(
  'disputes',
  {
    id: text().primaryKey(),
    intentId: text()
      .notNull()
      .references(() => payments.intentId),
    amountCents: cents().notNull(),
    state: text({ enum: disputeStates }).notNull(),
    providerState: text().notNull(),
    reason: text().notNull(),
    openedAt: instant().notNull(),
    /** Deadline for evidence; null if the provider accepts none. */
    evidenceDueAt: instant(),
  },
  (dispute) => [
    index('disputes_of_intent').on(dispute.intentId),
    check('disputes_state_known', sql`${dispute.state} in ${stateList(disputeStates)}`),
  ],
)
