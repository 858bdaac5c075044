import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { BookSettings } from '#contract/payments/charts.ts'
import { entryKinds, ledgerAccounts } from '#contract/payments/ledger.ts'
import { stateList } from '../state-list.ts'
import { cents, instant } from '../columns.ts'

/**
 * The books: every movement of money, in entries of several lines whose `cents` sum to zero, debits above zero and credits below.
 * Triggers of the rows that represent money write them in the same transaction. Rows are only added: a trigger refuses changes, and
 * another one, at the commit, an entry that does not sum to zero.
 *
 * `entry` numbers the entries in the order in which they were begun; a number may be missing, because a transaction that fails uses
 * one up. `ref` names the row that an entry books; a second change of the same row adds ' 2'. `tax` is the category of revenue and
 * tax, empty elsewhere. `billId` is the order or group of a receivable, `payment` the transaction id.
 */
export const postings = pgTable(
  'postings',
  {
    entry: bigint({ mode: 'number' }).notNull(),
    at: instant().notNull().defaultNow(),
    kind: text({ enum: entryKinds }).notNull(),
    ref: text().notNull(),
    account: text({ enum: ledgerAccounts }).notNull(),
    tax: text().notNull().default(''),
    cents: cents().notNull(),
    billId: uuid(),
    orderId: uuid(),
    payment: text(),
    invoiceId: uuid(),
  },
  (posting) => [
    primaryKey({ columns: [posting.entry, posting.account, posting.tax] }),
    unique('postings_once').on(posting.kind, posting.ref, posting.account, posting.tax),
    // The lines of an account in order, and its balance at a time.
    index('postings_of_account').on(posting.account, posting.at, posting.entry),
    // Entries are added in the order of their times, so this index costs nearly nothing.
    index('postings_by_time').using('brin', posting.at),
    check('postings_kind_known', sql`${posting.kind} in ${stateList(entryKinds)}`),
    check('postings_account_known', sql`${posting.account} in ${stateList(ledgerAccounts)}`),
  ],
)

/** The accountant's settings for exports: one row, or none. */
export const bookSettings = pgTable(
  'book_settings',
  { id: integer().primaryKey().default(1), values: jsonb().$type<BookSettings>().notNull(), savedAt: instant().notNull().defaultNow() },
  (saved) => [check('book_settings_one', sql`${saved.id} = 1`)],
)
