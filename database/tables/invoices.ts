import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { paperKinds, type InvoiceData } from '#contract/payments/invoices.ts'
import { calendarDay, cents, changedIn, instant, position, required } from '../columns.ts'
import { stateList } from '../state-list.ts'
import { users } from './users.ts'

/** What one payment pays for: an order, or a group of orders. */
const billKinds = ['order', 'group'] as const

/**
 * The last number of each series and year. Its row is locked last in a transaction, so that a number is taken exactly if its paper is
 * written, and papers wait for each other only at their ends. `issuedOn` never decreases within a year.
 */
export const numberSeries = pgTable(
  'number_series',
  {
    series: text().notNull(),
    year: integer().notNull(),
    last: bigint({ mode: 'number' }).notNull(),
    issuedOn: calendarDay().notNull(),
  },
  (series) => [primaryKey({ columns: [series.series, series.year] })],
)

/**
 * Invoices and credit notes. `data` is their frozen content; the other columns repeat what lists and checks need. Rows are only
 * added: a trigger refuses every change, and a credit note above the remaining amount of its invoice.
 */
export const invoices = pgTable(
  'invoices',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    kind: text({ enum: paperKinds }).notNull(),
    series: text().notNull(),
    year: integer().notNull(),
    sequence: bigint({ mode: 'number' }).notNull(),
    number: text().notNull().unique(),
    issuedOn: calendarDay().notNull(),
    userId: required(() => users.id),
    billKind: text({ enum: billKinds }).notNull(),
    /** Id of the order or the group. */
    billId: uuid().notNull(),
    /** Of a credit note: its invoice. */
    invoiceId: uuid(),
    buyerName: text().notNull(),
    orderNumbers: text().array().notNull(),
    netCents: cents().notNull(),
    taxCents: cents().notNull(),
    grossCents: cents().notNull(),
    data: jsonb().$type<InvoiceData>().notNull(),
    createdAt: instant().notNull().defaultNow(),
    changedIn: changedIn(),
  },
  (invoice) => [
    index('invoices_changed').on(invoice.changedIn, invoice.position),
    index('invoices_of_user_changed').on(invoice.userId, invoice.changedIn, invoice.position),
    foreignKey({ columns: [invoice.invoiceId], foreignColumns: [invoice.id], name: 'invoices_credited' }),
    unique('invoices_sequence_once').on(invoice.series, invoice.year, invoice.sequence),
    uniqueIndex('invoices_once')
      .on(invoice.billId)
      .where(sql`${invoice.kind} = 'invoice'`),
    index('invoices_of_bill').on(invoice.billId),
    index('invoices_of_invoice')
      .on(invoice.invoiceId)
      .where(sql`${invoice.invoiceId} is not null`),
    index('invoices_of_user').on(invoice.userId, invoice.position),
    index('invoices_by_day').on(invoice.issuedOn, invoice.position),
    index('invoices_by_order').using('gin', invoice.orderNumbers),
    index('invoices_by_text').using(
      'gin',
      sql`fold_text(${invoice.buyerName}) gin_trgm_ops`,
      sql`fold_text(${invoice.number}) gin_trgm_ops`,
    ),
    check('invoices_kind_known', sql`${invoice.kind} in ${stateList(paperKinds)}`),
    check('invoices_bill_kind_known', sql`${invoice.billKind} in ${stateList(billKinds)}`),
    check('invoices_sum', sql`${invoice.grossCents} = ${invoice.netCents} + ${invoice.taxCents}`),
    check('invoices_not_negative', sql`${invoice.netCents} >= 0 and ${invoice.taxCents} >= 0 and ${invoice.grossCents} > 0`),
    check('invoices_credit_an_invoice', sql`(${invoice.kind} = 'credit_note') = (${invoice.invoiceId} is not null)`),
    check('invoices_sequence_counts', sql`${invoice.sequence} > 0`),
  ],
)

export type InvoiceRow = typeof invoices.$inferSelect

export const documentFormats = ['pdf', 'cii', 'ubl'] as const

/**
 * Documents that were written from an invoice's data, each once. Their bytes are a file of the store of documents, by their hash
 * (sha-256 in hex). Rows are only added.
 */
export const invoiceDocuments = pgTable(
  'invoice_documents',
  {
    invoiceId: required(() => invoices.id),
    format: text({ enum: documentFormats }).notNull(),
    sha256: text().notNull(),
    bytes: integer().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (document) => [
    primaryKey({ columns: [document.invoiceId, document.format] }),
    check('invoice_documents_format_known', sql`${document.format} in ${stateList(documentFormats)}`),
    check('invoice_documents_hash', sql`${document.sha256} ~ '^[0-9a-f]{64}$' and ${document.bytes} > 0`),
  ],
)

/** Paid bills whose invoice waits until the seller's data are complete. `missing` names the fields; `dueOn` is the day by which it is paid. */
export const invoicesDue = pgTable(
  'invoices_due',
  {
    billId: uuid().primaryKey(),
    billKind: text({ enum: billKinds }).notNull(),
    userId: required(() => users.id),
    missing: text().array().notNull(),
    dueOn: calendarDay(),
    /** The version of the settings with missing data: it is tried again with a later one. */
    settingsVersion: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: instant().notNull().defaultNow(),
  },
  (due) => [
    index('invoices_due_in_turn').on(due.createdAt),
    check('invoices_due_bill_kind_known', sql`${due.billKind} in ${stateList(billKinds)}`),
  ],
)
