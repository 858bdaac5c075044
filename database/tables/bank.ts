import { sql, type SQLWrapper } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { movementOutcomes, receiptKinds, statementFormats } from '#contract/payments/bank.ts'
import { calendarDay, cents, instant, position, required } from '../columns.ts'
import { stateList } from '../state-list.ts'
import { paymentRefunds } from './payments.ts'
import { users } from './users.ts'

/** Files of the bank that were uploaded. Rows are only added: a trigger refuses every change. */
export const bankStatements = pgTable(
  'bank_statements',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    fileName: text().notNull(),
    format: text({ enum: statementFormats }).notNull(),
    /** Of the bytes, in hex: the same file is kept once. */
    sha256: text().notNull().unique(),
    /** Movements of the file, and those that no earlier file had. */
    lines: integer().notNull(),
    newLines: integer().notNull(),
    /** Announced movements, which were left out. */
    pending: integer().notNull(),
    /** Whether its balances agree with its movements; null where it has none. */
    addsUp: boolean(),
    firstDay: calendarDay(),
    lastDay: calendarDay(),
    uploadedBy: required(() => users.id),
    uploadedAt: instant().notNull().defaultNow(),
  },
  (statement) => [check('bank_statements_format_known', sql`${statement.format} in ${stateList(statementFormats)}`)],
)

/**
 * Movements of the shop's bank accounts, each once in all files: `fingerprint` is unique (readers/bank/fingerprint.ts). `amount` is in
 * the smallest unit of `currency`, negative for what left the account. Rows are only added: a trigger refuses every change.
 */
/** The text that searches of movements match. */
export const movementText = (movement: Record<'payer' | 'text' | 'reference' | 'payerAccount', SQLWrapper>) =>
  sql`fold_text(${movement.payer} || ' ' || ${movement.text} || ' ' || ${movement.reference} || ' ' || ${movement.payerAccount})`

export const bankMovements = pgTable(
  'bank_movements',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    statementId: required(() => bankStatements.id),
    fingerprint: text().notNull().unique(),
    account: text().notNull(),
    bookedOn: calendarDay().notNull(),
    valueOn: calendarDay(),
    amount: cents().notNull(),
    currency: text().notNull(),
    payer: text().notNull(),
    payerAccount: text().notNull(),
    text: text().notNull(),
    reference: text().notNull(),
    bankReference: text().notNull(),
    isReversal: boolean().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (movement) => [
    index('bank_movements_by_day').on(movement.bookedOn, movement.position),
    index('bank_movements_of_payer')
      .on(movement.payerAccount)
      .where(sql`${movement.payerAccount} <> ''`),
    index('bank_movements_by_text').using('gin', sql`${movementText(movement)} gin_trgm_ops`),
    check('bank_movements_move', sql`${movement.amount} <> 0`),
    check('bank_movements_currency', sql`${movement.currency} ~ '^[A-Z]{3}$'`),
  ],
)

/** Each line of each file, with the movement that it is; `line` counts from 1. */
export const bankLines = pgTable(
  'bank_lines',
  {
    statementId: required(() => bankStatements.id),
    line: integer().notNull(),
    movementId: required(() => bankMovements.id),
  },
  (line) => [primaryKey({ columns: [line.statementId, line.line] }), index('bank_lines_of_movement').on(line.movementId)],
)

/**
 * What an admin decided about a movement, once: `matched` with bills, `give-back` for money that pays for nothing, `not-ours`.
 * `overCents` is the remainder that goes back; it is given back when an admin records that.
 */
export const bankDecisions = pgTable(
  'bank_decisions',
  {
    movementId: uuid()
      .primaryKey()
      .references(() => bankMovements.id),
    outcome: text({ enum: movementOutcomes }).notNull(),
    reason: text().notNull().default(''),
    overCents: cents().notNull().default(0),
    decidedBy: required(() => users.id),
    decidedAt: instant().notNull().defaultNow(),
    givenBackBy: uuid().references(() => users.id),
    givenBackAt: instant(),
  },
  (decision) => [
    index('bank_decisions_to_give_back')
      .on(decision.decidedAt)
      .where(sql`${decision.overCents} > 0 and ${decision.givenBackAt} is null`),
    check('bank_decisions_outcome_known', sql`${decision.outcome} in ${stateList(movementOutcomes)}`),
    check('bank_decisions_over', sql`${decision.overCents} >= 0`),
  ],
)

/**
 * Receipts of a bill, an order or a group: by a movement of the bank, by hand with a reason, as a credit for a refund or a discount, as
 * charges of banks that the shop bears, or moved between bills of a buyer (a row at each, below zero where it left). `addReceipt`
 * (server/payments) also adds them to the transfer of the bill or subtracts them from its open item; triggers refuse other sums, and more than
 * the movement has. Rows are only added.
 */
export const billReceipts = pgTable(
  'bill_receipts',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    billId: uuid().notNull(),
    kind: text({ enum: receiptKinds }).notNull(),
    amountCents: cents().notNull(),
    movementId: uuid().references(() => bankMovements.id),
    refundId: uuid()
      .references(() => paymentRefunds.id)
      .unique(),
    reason: text().notNull().default(''),
    /** The other bill of money that was moved. */
    otherBillId: uuid(),
    actorId: uuid().references(() => users.id),
    at: instant().notNull().defaultNow(),
  },
  (receipt) => [
    unique('bill_receipts_once').on(receipt.movementId, receipt.billId),
    index('bill_receipts_of_bill').on(receipt.billId, receipt.position),
    check('bill_receipts_kind_known', sql`${receipt.kind} in ${stateList(receiptKinds)}`),
    check('bill_receipts_amount', sql`${receipt.amountCents} > 0 or (${receipt.kind} = 'moved' and ${receipt.amountCents} < 0)`),
    check('bill_receipts_moved', sql`(${receipt.kind} = 'moved') = (${receipt.otherBillId} is not null)`),
    check('bill_receipts_of_a_movement', sql`(${receipt.kind} = 'bank') = (${receipt.movementId} is not null)`),
    check('bill_receipts_of_a_refund', sql`(${receipt.kind} = 'credit') = (${receipt.refundId} is not null)`),
  ],
)

/**
 * Bills that are paid, or partly paid, by bank transfer. `reference` is a creditor reference (ISO 11649) with the position.
 * `receivedCents` is the sum of its receipts; once it covers the bill, the bill is paid, under `transactionId`.
 */
export const transfers = pgTable(
  'transfers',
  {
    billId: uuid().primaryKey(),
    position: position(),
    userId: required(() => users.id),
    reference: text()
      .notNull()
      .unique()
      .generatedAlwaysAs(
        sql`'RF' || lpad((98 - ('2915' || lpad(position::text, greatest(8, length(position::text)), '0') || '271500')::numeric % 97)::text, 2, '0')
          || 'TF' || lpad(position::text, greatest(8, length(position::text)), '0')`,
      ),
    /** When the buyer chose it; null where money arrived without that. */
    chosenAt: instant(),
    receivedCents: cents().notNull().default(0),
    transactionId: text().unique(),
    settledCents: cents(),
    settledAt: instant(),
    /** Receipts beyond `settledCents`: for a bill that was cancelled, as a whole or in part, or paid by card. */
    givenBackBy: uuid().references(() => users.id),
    givenBackAt: instant(),
  },
  (transfer) => [
    index('transfers_open')
      .on(transfer.position)
      .where(sql`${transfer.settledAt} is null`),
    index('transfers_of_user').on(transfer.userId),
    check('transfers_received', sql`${transfer.receivedCents} >= coalesce(${transfer.settledCents}, 0)`),
    check(
      'transfers_settled_together',
      sql`(${transfer.settledAt} is null) = (${transfer.transactionId} is null) and (${transfer.settledAt} is null) = (${transfer.settledCents} is null)`,
    ),
  ],
)
