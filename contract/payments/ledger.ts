import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { chartDefaults, charts, type ChartEntry } from './charts.ts'
import { Dollars, Id, MESSAGE, nullable, strictObject } from '../basics/fields.ts'
import { fileAnswer } from '../basics/file-answer.ts'

/**
 * Accounts of the books. A posting in cents is a debit above zero and a credit below it.
 * - `receivable`: what buyers owe, by bill; below zero while they have paid and have no invoice
 * - `bank`: money in bank statements, and payouts that have arrived according to the card processor
 * - `card_clearing`: money that the card processor has for the shop
 * - `transfer_clearing`: transfers between the bank's statement and the bill that they pay; above zero: taken as paid by hand, and on no statement
 * - `payouts_in_transit`: payouts that the card processor has sent to the bank
 * - `disputed`: money of open disputes, which the buyer's bank holds
 * - `returns_due`: payments that pay for nothing and go back
 * - `tax_payable`, `revenue`: of invoices less credit notes
 * - `freight`: of the same, what is charged for carriage, which is apart from the revenue of goods
 * - `fees`: of the card processor
 * - `bank_charges`: what banks kept of transfers, where the shop bears it
 * - `discounts`: taken off the price of bills that were paid, without their tax
 * - `dispute_losses`: disputes that were lost
 * - `differences`: lines of payouts that the shop cannot explain
 * - `opening`: the other side of refunds of payments that the books do not have
 */
export const ledgerAccounts = [
  'receivable',
  'bank',
  'card_clearing',
  'transfer_clearing',
  'payouts_in_transit',
  'disputed',
  'returns_due',
  'tax_payable',
  'revenue',
  'freight',
  'fees',
  'bank_charges',
  'discounts',
  'dispute_losses',
  'differences',
  'opening',
] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]

/**
 * What an entry books. Its reference names one row: the order that was paid, the receipt of a bill on account or what went back of it, the
 * refund, the dispute, the payment that paid for nothing, the invoice or credit note, the payout. What the bank's statement shows
 * (`bank-receipt`) has the receipt of the bill, or the movement whose money goes back; what was sent back by bank (`given-back`) has the
 * movement, the bill or the refund. Charges of banks that the shop bears (`write-off`) have the receipt.
 */
export const entryKinds = [
  'opening',
  'payment',
  'unmatched-payment',
  'receipt',
  'bank-receipt',
  'bank-receipt-undone',
  'given-back',
  'write-off',
  'refund',
  'refund-failed',
  'dispute',
  'dispute-won',
  'dispute-lost',
  'invoice',
  'credit-note',
  'payout',
  'payout-paid',
  'payout-failed',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** `payouts`: the lines of the month's payouts, as CSV; the others have the entries of the month. */
export const bookFormats = ['xlsx', 'csv', 'datev', 'payouts'] as const
export type BookFormat = (typeof bookFormats)[number]

/** A workbook is opened at once, so it has an end. */
export const MAXIMUM_LINES_IN_WORKBOOK = 100_000
/** Lines on a page of an account's sheet. */
export const SHEET_PAGE_SIZE = 50

export const ledgerMessages = {
  monthWrong: 'Choose a month.',
  numberWrong: 'An account number has 4 digits, that of a customer 5.',
  tooManyForWorkbook: 'The month has more than 100,000 lines. Choose CSV.',
} as const

/** 'YYYY-MM', by UTC. */
export const Month = Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$', [MESSAGE]: ledgerMessages.monthWrong, examples: ['2026-11'] })
const SignedDollars = Type.Number({ description: 'US dollars; debits above zero, credits below' })
const Account = Type.Enum([...ledgerAccounts])

export const AccountBalance = Type.Object({
  account: Account,
  number: Type.String({ description: 'In the chart of accounts; empty for revenue and tax, which have several' }),
  opening: SignedDollars,
  debit: Dollars,
  credit: Dollars,
  closing: SignedDollars,
})
export type AccountBalance = Static<typeof AccountBalance>

/** `difference` is the sum of all closing balances, which is zero. */
export const TrialBalance = Type.Object({
  from: Month,
  to: Month,
  first: nullable(Type.String({ description: 'Month of the first entry' })),
  accounts: Type.Array(AccountBalance),
  difference: SignedDollars,
})
export type TrialBalance = Static<typeof TrialBalance>

export const SheetLine = Type.Object({
  entry: Type.Integer(),
  at: Type.String({ format: 'date-time' }),
  kind: Type.Enum([...entryKinds]),
  ref: Type.String(),
  tax: Type.String(),
  amount: SignedDollars,
  balance: Type.Number({ description: 'US dollars on the account after this line' }),
  orderId: nullable(Id),
  orderNumber: nullable(Type.String()),
  invoiceNumber: nullable(Type.String()),
  payment: nullable(Type.String()),
  against: Type.Array(Account, { description: 'The other accounts of the entry' }),
})
export type SheetLine = Static<typeof SheetLine>

export const AccountSheet = Type.Object({
  count: Type.Integer(),
  page: Type.Integer({ description: 'Page index from 0' }),
  opening: SignedDollars,
  lines: Type.Array(SheetLine),
})
export type AccountSheet = Static<typeof AccountSheet>

const AccountNumber = Type.String({ pattern: '^\\d{4,5}$', examples: ['8400'], [MESSAGE]: ledgerMessages.numberWrong })
const chartEntries = Object.keys(chartDefaults.SKR03) as ChartEntry[]
const settings = {
  chart: Type.Enum([...charts]),
  numbers: Type.Partial(Type.Object(Object.fromEntries(chartEntries.map((entry) => [entry, AccountNumber])) as Record<ChartEntry, typeof AccountNumber>)), // prettier-ignore
  consultant: Type.Integer({ minimum: 1_001, maximum: 9_999_999, description: "The tax adviser's number at DATEV" }),
  client: Type.Integer({ minimum: 1, maximum: 99_999, description: "The shop's number at the tax adviser" }),
  yearBegins: Type.Integer({ minimum: 1, maximum: 12, description: 'Month in which the financial year begins' }),
}

const period = { from: Month, to: Month }

export const ledgerCalls = defineCalls('Books', 'ledger', {
  trialBalance: {
    method: 'GET',
    path: '/books/trial-balance',
    policy: 'admin',
    permissions: ['money'],
    summary: 'Each account of the books with its balance before some months, debits and credits in them, and balance after them',
    query: Type.Object(period),
    response: TrialBalance,
  },
  sheet: {
    method: 'GET',
    path: '/books/accounts/:account',
    policy: 'admin',
    permissions: ['money'],
    summary: 'One page of the lines of an account in some months, oldest first, each with the balance after it',
    params: Type.Object({ account: Account }),
    query: Type.Object({ ...period, page: Type.Optional(Type.Integer({ default: 0, description: 'Page index from 0' })) }),
    response: AccountSheet,
  },
  file: {
    method: 'GET',
    path: '/books/file',
    policy: 'admin',
    permissions: ['money'],
    summary: 'The entries of a month as CSV, as a workbook, or as a DATEV booking batch (EXTF), or the lines of its payouts as CSV',
    query: Type.Object({ format: Type.Enum([...bookFormats]), month: Month }),
    response: fileAnswer(...bookFormats),
  },
  settings: {
    method: 'GET',
    path: '/books/settings',
    policy: 'admin',
    permissions: ['money'],
    summary: 'Chart of accounts and numbers of the DATEV export',
    response: Type.Object(settings),
  },
  saveSettings: {
    method: 'PUT',
    path: '/books/settings',
    policy: 'admin',
    permissions: ['money'],
    summary: 'Set chart of accounts and numbers of the DATEV export',
    body: strictObject({ ...settings, numbers: strictObject(settings.numbers.properties) }),
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
})
