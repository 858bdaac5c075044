import type { Chart, ChartEntry } from '#contract/payments/charts.ts'
import type { BookFormat, EntryKind, LedgerAccount } from '#contract/payments/ledger.ts'

const accounts: Record<LedgerAccount, string> = {
  receivable: 'Receivables',
  bank: 'Bank',
  card_clearing: 'Card processor',
  transfer_clearing: 'Transfers to be matched',
  payouts_in_transit: 'Payouts on their way',
  disputed: 'Open disputes',
  returns_due: 'Payments to give back',
  tax_payable: 'Tax',
  revenue: 'Revenue',
  fees: 'Fees of the card processor',
  dispute_losses: 'Lost disputes',
  differences: 'Unexplained in payouts',
  opening: 'Opening balance',
}

/** Words of the books; all our own. */
export const booksWords = {
  title: 'Books',
  lead: 'Every movement of money in double entry. Months are by UTC, amounts in US dollars.',
  from: 'From month',
  to: 'To month',
  accounts,
  columns: { number: 'Number', account: 'Account', opening: 'Before', debit: 'Debit', credit: 'Credit', closing: 'After' },
  balanced: 'Debits and credits are equal.',
  unbalanced: (difference: string) => `Debits and credits differ by ${difference}. See Health.`,
  noneMore: 'Each payment, refund and invoice appears here.',
  noneInPeriod: 'Nothing is booked until the end of these months.',
  trialBalance: 'Trial balance',

  files: (month: string) => `Save ${month}`,
  formats: { csv: 'CSV', xlsx: 'Excel', datev: 'DATEV', payouts: 'Payout lines' } satisfies Record<BookFormat, string>,
  saveAs: (format: BookFormat, month: string) =>
    format === 'payouts'
      ? `Save payout lines of ${month}`
      : `Save ${month} as ${{ csv: 'CSV', xlsx: 'an Excel workbook', datev: 'a DATEV batch' }[format]}`,
  fileName: (format: BookFormat, month: string) =>
    format === 'datev' ? `EXTF_Buchungsstapel_${month}.csv` : format === 'payouts' ? `payouts-${month}.csv` : `books-${month}.${format}`,

  sheetTitle: (account: string) => `Books: ${account}`,
  back: 'Books',
  pages: 'Pages of the account',
  sheetColumns: { at: 'Time', kind: 'Entry', about: 'About', against: 'Against', amount: 'Amount', balance: 'Balance' },
  openingOf: (amount: string) => `Balance before: ${amount}`,
  noLines: 'No entry in these months.',
  kinds: {
    opening: 'Opening balance',
    payment: 'Payment',
    'unmatched-payment': 'Payment for nothing',
    receipt: 'Payment of a bill on account',
    'bank-receipt': 'Arrived at the bank',
    'bank-receipt-undone': 'Decided again',
    'given-back': 'Sent back by bank',
    refund: 'Refund',
    'refund-failed': 'Refund that failed',
    dispute: 'Dispute opened',
    'dispute-won': 'Dispute won',
    'dispute-lost': 'Dispute lost',
    invoice: 'Invoice',
    'credit-note': 'Credit note',
    payout: 'Payout',
    'payout-paid': 'Payout at the bank',
    'payout-failed': 'Payout that failed',
  } satisfies Record<EntryKind, string>,

  settings: 'Accounts for DATEV',
  settingsLead: 'Numbers in the DATEV batch. What is empty has the number of the chart.',
  chart: 'Chart of accounts',
  charts: { SKR03: 'SKR03', SKR04: 'SKR04' } satisfies Record<Chart, string>,
  consultant: 'Consultant number (Berater)',
  client: 'Client number (Mandant)',
  yearBegins: 'Month in which the financial year begins',
  entries: {
    ...accounts,
    revenueHome1900: 'Revenue with 19 % German tax',
    revenueHome700: 'Revenue with 7 % German tax',
    revenueK: 'Goods to businesses in the EU',
    revenueAE: 'Reverse charge',
    revenueG: 'Export',
    revenueAbroad: 'Revenue with tax of another state',
    revenueOther: 'Other revenue',
    taxAbroad: 'Tax of another state',
    taxOther: 'Other tax',
  } satisfies Record<ChartEntry, string>,
  save: 'Save',
  saved: 'The accounts are saved',
} as const
