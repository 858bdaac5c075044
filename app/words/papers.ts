import type { PaperKind } from '#contract/payments/invoices.ts'
import type { PaperFormat } from '#contract/payments/papers.ts'
import { sellerFieldNames } from '#app/words/seller.ts'

/** What the screens offer: for people, and for bookkeeping. */
export const savedFormats = ['pdf', 'ubl'] as const satisfies PaperFormat[]
export type SavedFormat = (typeof savedFormats)[number]

/** Words of invoices and credit notes; all our own. */
export const paperWords = {
  title: 'Invoices',
  lead: 'Invoices and credit notes. Days are by UTC, amounts in US dollars.',
  mineTitle: 'My Invoices',
  ofOrder: 'Invoices and credit notes',
  kinds: { invoice: 'Invoice', credit_note: 'Credit note' } satisfies Record<PaperKind, string>,
  credits: (number: string) => `for ${number}`,
  columns: {
    number: 'Number',
    kind: 'Kind',
    date: 'Date',
    buyer: 'Buyer',
    orders: 'Orders',
    net: 'Net',
    tax: 'Tax',
    gross: 'Gross',
    files: 'Files',
  },
  furtherOrders: (count: string) => `and ${count} more`,

  searchLabel: 'Search by number, buyer or order',
  filter: 'Kind of the papers',
  allKinds: 'All',
  chips: { invoice: 'Invoices', credit_note: 'Credit notes' } satisfies Record<PaperKind, string>,
  days: 'Days of issue',
  pages: 'Pages of the invoices',
  none: 'No invoices yet.',
  noneMore: 'Each payment has an invoice, and each refund a credit note.',
  notListed: 'This paper is not on this page. Search for its number.',
  noneFound: 'No invoices or credit notes found.',
  showAll: 'Show all',

  waiting: (count: number, formatted: string) =>
    `${count === 1 ? 'One paid bill waits' : `${formatted} paid bills wait`} for an invoice, because data of the seller are missing`,
  missing: (fields: readonly string[]) =>
    fields.length === 0 ? '.' : `: ${fields.map((field) => sellerFieldNames[field] ?? field).join(', ')}.`,
  toSettings: 'Open the settings',

  formats: { pdf: 'PDF', ubl: 'UBL' } satisfies Record<SavedFormat, string>,
  saveAs: (number: string, format: SavedFormat) => `Save ${number} as ${format === 'pdf' ? 'PDF' : 'UBL'}`,
  fileName: (number: string, format: SavedFormat) => (format === 'pdf' ? `${number}.pdf` : `${number}-ubl.xml`),
  mail: 'Mail',
  mailAgain: (number: string) => `Mail ${number} to the buyer again`,
  mailQuestion: (number: string) => `Mail ${number} to the buyer again?`,
  mailConsequences: (buyer: string) => `${buyer} gets it as a PDF, at the email address of the account.`,
  mailed: (number: string, buyer: string) => `${number} is being mailed to ${buyer}`,
  zips: { pdf: 'ZIP of PDF', ubl: 'ZIP of UBL' } satisfies Record<SavedFormat, string>,
  zipFound: 'Save all that are found',
  zipSelected: 'Save the selected ones',
  zipName: (format: SavedFormat) => `invoices-${format}-${new Date().toISOString().slice(0, 10)}.zip`,
} as const
