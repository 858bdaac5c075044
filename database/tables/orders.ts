import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { OrderFreight } from '#contract/freight/freight.ts'
import type { OrderBilling } from '#contract/payments/billing.ts'
import { TRANSACTION_ID_HIDDEN } from '#contract/basics/limits.ts'
import { isOpen, orderStates, takesPieces, wasPaid } from '#contract/orders/order-states.ts'
import { orderStages } from '#contract/orders/stages.ts'
import { grossOfFreight } from '#contract/payments/invoices.ts'
import { paymentMeans } from '#contract/payments/payment-means.ts'
import { disputeStates } from '#contract/payments/payment-states.ts'
import { toCents, type Cents } from '#contract/basics/money.ts'
import type { PromisedPieces } from '#contract/promises/promise.ts'
import type { OrderedRelease } from '#contract/promises/releases.ts'
import type { ShipTo } from '#contract/orders/ship-to.ts'
import type { TaxDecision } from '#contract/payments/tax.ts'
import { stateList } from '../state-list.ts'
import { parts } from './parts.ts'
import { quotes } from './quotes.ts'
import { users } from './users.ts'
import { calendarDay, cents, changedIn, instant, paidBy, pieces, position, required, unitPrice } from '../columns.ts'

const holdStates = ['held', 'ordered', 'released'] as const

/** States of an order for statements: `state in ${openStates}`. */
export const openStates = stateList(orderStates.filter(isOpen))
export const paidStates = stateList(orderStates.filter(wasPaid))
export const stockTakingStates = stateList(orderStates.filter(takesPieces))

/**
 * Pieces taken out of stock for a customer until the order or the expiry, at a fixed price. One live hold for each
 * customer and part. `network` is the customer's, such as '203.0.113.0/24', if the pieces count for the network: until
 * the account has paid several orders. The resulting order may stay unpaid for `payWithinMinutes`; null for holds of the
 * previous release. `atOnce`: it exceeds what the account may have unpaid for longer (server/trust/require-unpaid-limit.ts).
 */
export const holds = pgTable(
  'holds',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: required(() => users.id),
    partId: required(() => parts.id),
    quantity: pieces().notNull(),
    unitPrice: unitPrice().notNull(),
    state: text({ enum: holdStates }).notNull().default('held'),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull().defaultNow(),
    network: text(),
    payWithinMinutes: integer(),
    atOnce: boolean().notNull().default(false),
  },
  (hold) => [
    uniqueIndex('one_live_hold')
      .on(hold.userId, hold.partId)
      .where(sql`${hold.state} = 'held'`),
    index('holds_to_expire')
      .on(hold.expiresAt)
      .where(sql`${hold.state} = 'held'`),
    index('holds_of_user').on(hold.userId, hold.createdAt),
    index('holds_of_network')
      .on(hold.network, hold.partId)
      .where(sql`${hold.state} = 'held' and ${hold.network} is not null`),
    index('holds_at_once_of_user')
      .on(hold.userId, hold.createdAt)
      .where(sql`${hold.atOnce}`),
    index('holds_at_once_of_network')
      .on(hold.network, hold.createdAt)
      .where(sql`${hold.atOnce} and ${hold.network} is not null`),
    check('holds_minimum', sql`${hold.quantity} >= 1`),
    check('holds_state_known', sql`${hold.state} in ${stateList(holdStates)}`),
  ],
)

/**
 * Orders placed together from one quote, with one payment: these payment columns replace those of the group's orders.
 * The amount is the sum of its orders that are not cancelled.
 */
export const orderGroups = pgTable(
  'order_groups',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    userId: required(() => users.id),
    quoteId: required(() => quotes.id),
    quoteVersion: integer().notNull(),
    paymentAttempt: integer().notNull().default(0),
    paymentIntent: text().unique(),
    transactionId: text().unique(),
    placedAt: instant().notNull().defaultNow(),
    paidAt: instant(),
  },
  (group) => [
    // A version can be ordered only once.
    unique('order_groups_once').on(group.quoteId, group.quoteVersion),
    index('order_groups_of_user').on(group.userId, group.position),
    check('order_groups_paid_with_transaction', sql`(${group.paidAt} is null) = (${group.transactionId} is null)`),
  ],
)

/** Where the part of a transaction id begins that buyers see, in statements. */
export const TRANSACTION_ID_SHOWN = sql`${TRANSACTION_ID_HIDDEN + 1}`.inlineParams()

/**
 * Orders with their own name, picture and price, so that they outlive the part. The price in `totalCents`, without tax. A trigger lets
 * `state` change only as `contract/orders/order-states.ts` says. `paymentAttempt` counts payment intents asked for;
 * `transactionId` is the succeeded intent, for an order of a group the group's. `network` and `atOnce` are those of the hold. An order
 * that is unpaid at `payBy` is cancelled; null for orders of the previous release, which have the days of the
 * configuration.
 *
 * `tax` was decided when the order was placed, null where no tax applies, as for orders of the previous release. Triggers keep
 * `taxCents`: the tax of price and freight, or, in a group, its share of the tax of all orders that are taxed together.
 *
 * `freight` was decided with it, null without one; `freightCents` is its share, without tax, of the freight of all that goes to its address.
 * Neither ever changes.
 *
 * A `refunded` order was paid, was never shipped, and its pieces are back in stock. `refundedCents` is the refunded
 * part of its price, freight and tax, pending refunds included, in any state; `dispute` is the state of a dispute of its payment. Both
 * follow the payment provider (`server/refunds/sync-refunds.ts`).
 */
export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    holdId: uuid()
      .notNull()
      .unique()
      .references(() => holds.id),
    userId: required(() => users.id),
    partId: required(() => parts.id),
    partName: text().notNull(),
    img: text().notNull(),
    email: text().notNull(),
    displayName: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    quantity: pieces().notNull(),
    unitPrice: unitPrice().notNull(),
    totalCents: cents().notNull(),
    state: text({ enum: orderStates }).notNull().default('unpaid'),
    groupId: uuid().references(() => orderGroups.id),
    paymentAttempt: integer().notNull().default(0),
    paymentIntent: text().unique(),
    transactionId: text(),
    placedAt: instant().notNull().defaultNow(),
    paidAt: instant(),
    shippedAt: instant(),
    cancelledAt: instant(),
    network: text(),
    payBy: instant(),
    atOnce: boolean().notNull().default(false),
    refundedAt: instant(),
    refundedCents: cents().notNull().default(0),
    dispute: text({ enum: disputeStates }),
    /** The buyer's own number for the order, such as that of their purchase order. */
    reference: text(),
    /** The address whose lines are in `address`; null where it was typed as free text. */
    shipTo: jsonb().$type<ShipTo>(),
    /** Pieces in its parcels, kept by a trigger of `parcels`. 0 for orders that the previous release shipped. */
    parceledPieces: pieces().notNull().default(0),
    /** Pieces withdrawn after the payment, before they were sent. An order with no others left to send is shipped. */
    withdrawnPieces: pieces().notNull().default(0),
    deliveredAt: instant(),
    freightCents: cents().notNull().default(0),
    freight: jsonb().$type<OrderFreight>(),
    taxCents: cents().notNull().default(0),
    tax: jsonb().$type<TaxDecision>(),
    /**
     * Pieces that were sent and are in a return that was not refused, kept by a trigger of `returns`, or that came back without one;
     * `restockedPieces` of these and of the withdrawn ones are in stock again.
     */
    returnedPieces: pieces().notNull().default(0),
    restockedPieces: pieces().notNull().default(0),
    /** The buyer's billing details at the time of the order. */
    billing: jsonb().$type<OrderBilling>(),
    /** SHA-256 of the request, which identifies a repeated request; null for orders of the previous release. */
    placedAs: text(),
    /** Pieces made to order: they were not in stock at the time of the order, and never are. */
    madePieces: pieces().notNull().default(0),
    /** The part of `refundedCents` that was a discount: the buyer never paid it. */
    discountCents: cents().notNull().default(0),
    paidBy: paidBy(),
    /** Working days of the offer that was ordered; null for other orders. */
    leadDays: integer(),
    /** By which day its pieces leave, as it was promised when it was paid; null before, and where the previous release took the payment. */
    shipBy: calendarDay(),
    /** When those of `madePieces` leave that were promised by a delivery or a month, as `promised_of` reads it from `promises`. */
    promised: jsonb().$type<PromisedPieces[]>(),
    /** What the shop promised beside the prices of the offer that was ordered; empty for other orders. */
    terms: text().notNull().default(''),
    /** What the buyer said about it: the note of the quote, and wished days and comments of their purchase order. */
    note: text().notNull().default(''),
    /** The day on which the buyer wishes for its pieces, as asked for; the shop promises `shipBy`. */
    wishedOn: calendarDay(),
    isSample: boolean().notNull().default(false),
    /** How far the shop is with `madePieces`, null while nothing was said; with the time at which that was, and its day (contract/orders/stages.ts). */
    stage: text({ enum: orderStages }),
    stageSetAt: instant(),
    stageDay: calendarDay(),
    /** Which release of which line of its quote it is; null where its line went in one delivery. */
    release: jsonb().$type<OrderedRelease>(),
    changedIn: changedIn(),
  },
  (order) => [
    index('orders_changed').on(order.changedIn, order.position),
    index('orders_of_user_changed').on(order.userId, order.changedIn, order.position),
    index('orders_of_user').on(order.userId, order.position),
    index('orders_of_group')
      .on(order.groupId)
      .where(sql`${order.groupId} is not null`),
    index('orders_of_user_paid')
      .on(order.userId)
      .where(sql`${order.paidAt} is not null`),
    index('orders_of_network_unpaid')
      .on(order.network, order.partId)
      .where(sql`${order.state} in ${openStates} and ${order.network} is not null`),
    index('orders_of_user_unpaid')
      .on(order.userId)
      .where(sql`${order.state} in ${openStates}`),
    // A payment pays one order, or one group.
    uniqueIndex('orders_transaction_once')
      .on(order.transactionId)
      .where(sql`${order.groupId} is null`),
    check(
      'orders_of_group_pay_together',
      sql`${order.groupId} is null or (${order.paymentAttempt} = 0 and ${order.paymentIntent} is null)`,
    ),
    index('orders_with_open_payment')
      .on(order.placedAt)
      .where(sql`${order.state} in ${openStates}`),
    // Payments that are due soon (server/orders/mails/remind-of-payment.ts).
    index('orders_to_pay_by')
      .on(order.payBy)
      .where(sql`${order.state} = 'unpaid'`),
    // Lists and counts of orders to be paid, shipped and refunded.
    index('orders_by_state').on(order.state, order.position),
    // The same for orders placed within some days; the state is only read.
    index('orders_by_time').on(order.placedAt, order.position, order.state),
    // Searches of orders (server/orders/lists/search-orders.ts): its part in each state, the buyer's reference, its payment.
    index('orders_of_part').on(order.partId, order.state, order.position),
    index('orders_by_reference')
      .on(sql`fold_text(${order.reference}) text_pattern_ops`)
      .where(sql`${order.reference} is not null`),
    // The same in each state: counts of a text that most references begin with. Their statistics are in the migrations.
    index('orders_by_state_and_reference')
      .on(order.state, sql`fold_text(${order.reference}) text_pattern_ops`)
      .where(sql`${order.reference} is not null`),
    index('orders_by_transaction')
      .on(sql`fold_text(substr(${order.transactionId}, ${TRANSACTION_ID_SHOWN})) text_pattern_ops`)
      .where(sql`${order.transactionId} is not null`),
    // Orders whose VAT id was not verified (server/taxes/find-unverified-orders.ts).
    index('orders_with_unverified_vat_id')
      .on(order.position)
      .where(sql`${order.tax} ->> 'vatIdStatus' = 'unverified'`),
    // Whether any order has freight (server/freight/has-order-with-freight.ts).
    index('orders_with_freight')
      .on(order.position)
      .where(sql`${order.freight} is not null`),
    // Refunds of sales (server/reports).
    index('orders_given_back')
      .on(order.paidAt)
      .where(sql`${order.refundedCents} > 0 and ${order.paidAt} is not null`),
    // Payments since the last totals (server/reports).
    index('orders_by_payment')
      .on(order.paidAt)
      .where(sql`${order.paidAt} is not null`),
    check('orders_minimum', sql`${order.quantity} >= 1`),
    check('orders_total', sql`${order.totalCents} = round(${order.unitPrice} * ${order.quantity} * 100)`),
    check('orders_total_exact_in_json', sql`${order.totalCents} between 0 and 1000000000000000`),
    check('orders_state_known', sql`${order.state} in ${stateList(orderStates)}`),
    check('orders_paid_with_transaction', sql`(${order.state} in ${paidStates}) = (${order.transactionId} is not null)`),
    check('orders_refunded_at_a_time', sql`(${order.state} = 'refunded') = (${order.refundedAt} is not null)`),
    check(
      'orders_refund_within_total',
      sql`${order.refundedCents} between 0 and ${order.totalCents} + ${order.freightCents} + ${order.taxCents}`,
    ),
    check('orders_discount_within_refunded', sql`${order.discountCents} between 0 and ${order.refundedCents}`),
    check(
      'orders_freight_decided',
      sql`${order.freightCents} between 0 and 1000000000000000 and (${order.freight} is not null or ${order.freightCents} = 0)`,
    ),
    check('orders_tax_decided', sql`${order.taxCents} >= 0 and (${order.tax} is not null or ${order.taxCents} = 0)`),
    check('orders_parcels_within_quantity', sql`${order.parceledPieces} between 0 and ${order.quantity}`),
    check(
      'orders_returns_within_sent',
      sql`${order.returnedPieces} between 0 and case when ${order.state} = 'shipped' then ${order.quantity} - ${order.withdrawnPieces} else ${order.parceledPieces} end`,
    ),
    check(
      'orders_restocked_within_returned',
      sql`${order.restockedPieces} between 0 and ${order.returnedPieces} + ${order.withdrawnPieces}`,
    ),
    check(
      'orders_withdrawn_within_unsent',
      sql`${order.withdrawnPieces} >= 0 and ${order.parceledPieces} + ${order.withdrawnPieces} <= ${order.quantity}`,
    ),
    // An order of which no piece is sent ends with its price.
    check('orders_withdrawn_ends', sql`${order.withdrawnPieces} < ${order.quantity} or ${order.state} = 'refunded'`),
    check('orders_made_within_quantity', sql`${order.madePieces} between 0 and ${order.quantity}`),
    check('orders_delivered_after_shipping', sql`${order.deliveredAt} is null or ${order.state} = 'shipped'`),
    check('orders_paid_by_known', sql`${order.paidBy} in ${stateList(paymentMeans)}`),
    check('orders_stage_known', sql`${order.stage} in ${stateList(orderStages)}`),
    check(
      'orders_stage_set_at_a_time',
      sql`(${order.stage} is null) = (${order.stageSetAt} is null) and (${order.stage} is not null or ${order.stageDay} is null)`,
    ),
    check('orders_dispute_known', sql`${order.dispute} in ${stateList(disputeStates)}`),
  ],
)

/** An order's number in statements, as `orderNumber` of the contract writes it. */
export const orderNumberSql = sql<string>`'O-' || lpad(${orders.position}::text, greatest(6, length(${orders.position}::text)), '0')`

/**
 * Turnover of an order in statements, in cents, for all sums of sales: the paid price of its goods, without freight and tax, less its refunds,
 * of which each has the same share.
 */
export const turnoverCents = sql<string>`turnover_cents(${orders.totalCents}, ${orders.freightCents} + ${orders.taxCents}, ${orders.refundedCents})`

/** The amount due for an order in statements, or paid, as `dueCentsOf` and the function `due_of`. */
export const dueCentsSql = sql<string>`${orders.totalCents} + ${orders.freightCents} + ${orders.taxCents}`

/** What the money of an order is made of, in cents. */
type Priced = Pick<OrderRow, 'totalCents' | 'freightCents' | 'taxCents'>

/** The amount due for an order, or paid: its price, its freight and its tax. */
export const dueCentsOf = ({ totalCents, freightCents, taxCents }: Priced): Cents => toCents(totalCents + freightCents + taxCents)

/** The freight of an order with its share of the tax. */
export const freightDueOf = ({ totalCents: netCents, freightCents, taxCents }: Priced) =>
  grossOfFreight({ netCents, freightCents, taxCents })

/** What is taxed of it: its price and its freight. */
export const taxedCentsOf = ({ totalCents, freightCents }: Pick<Priced, 'totalCents' | 'freightCents'>): Cents =>
  toCents(totalCents + freightCents)

/** Pieces of a paid order that are in no parcel and are still to be sent. */
export const leftToSendOf = ({ quantity, parceledPieces, withdrawnPieces }: OrderRow): number => quantity - parceledPieces - withdrawnPieces

/**
 * Pieces that are still to be made for an order. Pieces of the stock are the first that are sent, and those to be made the first that are
 * withdrawn.
 */
export const leftToMakeOf = (order: OrderRow): number =>
  order.state === 'paid' || isOpen(order.state) ? Math.max(Math.min(order.madePieces - order.withdrawnPieces, leftToSendOf(order)), 0) : 0

export type OrderRow = typeof orders.$inferSelect
