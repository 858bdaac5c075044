import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { payoutLineKinds, payoutStatuses } from '#contract/payments/payouts.ts'
import { calendarDay, cents, instant } from '../columns.ts'
import { stateList } from '../state-list.ts'

/**
 * Payouts of the card processor to the shop's bank, by its own ids; `amountCents` is in the smallest unit of `currency`, negative for
 * one that took money from the bank. Its lines are read once the processor has all of them, in the transaction that writes `readAt`;
 * a trigger books the payout then, and refuses lines with another sum. The status only advances.
 */
export const payouts = pgTable(
  'payouts',
  {
    id: text().primaryKey(),
    amountCents: cents().notNull(),
    currency: text().notNull(),
    status: text({ enum: payoutStatuses }).notNull(),
    arrivesOn: calendarDay().notNull(),
    createdAt: instant().notNull(),
    /** False for a payout that was requested by hand: the processor does not list its transactions. */
    hasLines: boolean().notNull(),
    readAt: instant(),
  },
  (payout) => [
    index('payouts_by_time').on(payout.createdAt),
    check('payouts_status_known', sql`${payout.status} in ${stateList(payoutStatuses)}`),
    check('payouts_currency', sql`${payout.currency} ~ '^[a-z]{3}$'`),
  ],
)

/**
 * Transactions of a payout. `grossCents` is before the processor's fee, negative for money that went back. A line belongs to a
 * payment, a refund or a dispute that the shop knows (`isMatched`), with its order or group. Rows are only added.
 */
export const payoutLines = pgTable(
  'payout_lines',
  {
    id: text().primaryKey(),
    payoutId: text()
      .notNull()
      .references(() => payouts.id),
    kind: text({ enum: payoutLineKinds }).notNull(),
    type: text().notNull(),
    grossCents: cents().notNull(),
    feeCents: cents().notNull(),
    sourceId: text().notNull(),
    intentId: text(),
    isMatched: boolean().notNull(),
    billId: uuid(),
    description: text().notNull(),
    at: instant().notNull(),
  },
  (line) => [
    index('payout_lines_of_payout').on(line.payoutId, line.isMatched, line.at),
    check('payout_lines_kind_known', sql`${line.kind} in ${stateList(payoutLineKinds)}`),
  ],
)
