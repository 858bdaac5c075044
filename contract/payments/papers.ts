import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { calendarDay, day, Dollars, Id, idList, IdParams, pageOf, text } from '../basics/fields.ts'
import { fileAnswer } from '../basics/file-answer.ts'
import { paperKinds } from './invoices.ts'
import { TEXT_LIMITS } from '../basics/limits.ts'

/** Rows of a page of papers. */
export const PAPERS_PAGE_SIZE = 20
/** Papers that are named one by one for a ZIP: those of a page. */
export const MAXIMUM_NAMED = 100
/** Papers in one ZIP. */
export const MAXIMUM_ZIPPED = 5_000

export const paperMessages = { tooManyPapers: 'More than 5,000 papers match. Choose fewer days.' } as const

/**
 * - `pdf`: for people, with the electronic invoice (Factur-X) inside
 * - `cii`: that electronic invoice alone
 * - `ubl`: UBL 2.1, as Peppol BIS Billing 3 has it
 */
export const paperFormats = ['pdf', 'cii', 'ubl'] as const
export type PaperFormat = (typeof paperFormats)[number]

const Day = calendarDay()

/** An invoice or a credit note in lists. Amounts in US dollars. */
export const Paper = Type.Object({
  _id: Id,
  kind: Type.Enum([...paperKinds]),
  number: Type.String(),
  issuedOn: Day,
  buyer: Type.String(),
  orderNumbers: Type.Array(Type.String()),
  net: Dollars,
  tax: Dollars,
  total: Dollars,
  credits: Type.Union([Type.String(), Type.Null()], { description: 'Of a credit note: the number of its invoice' }),
})
export type Paper = Static<typeof Paper>

export const Papers = Type.Object({ count: Type.Integer(), page: Type.Integer(), papers: Type.Array(Paper) })
export type Papers = Static<typeof Papers>

/** The same for the shop, with the paid bills whose invoice waits for data of the seller. */
export const AllPapers = Type.Object({
  ...Papers.properties,
  kinds: Type.Object(
    { invoice: Type.Integer(), credit_note: Type.Integer() },
    { description: 'How many of each kind the other filters find' },
  ),
  waiting: Type.Integer({ description: 'Paid bills whose invoice waits' }),
  missing: Type.Array(Type.String(), { description: "The settings that they wait for, such as 'seller.street'" }),
})
export type AllPapers = Static<typeof AllPapers>

const filter = {
  q: Type.Optional(text(TEXT_LIMITS.search, { description: 'Part of a number or of the name of a buyer, or the number of an order' })),
  kind: Type.Optional(Type.Enum([...paperKinds])),
  from: Type.Optional(day()),
  to: Type.Optional(day({ description: 'This day included' })),
}
/** `ids` are separated by commas. */
export type PaperFilter = { q?: string; kind?: Paper['kind']; from?: string; to?: string; ids?: string }

const ids = Type.Optional(idList(MAXIMUM_NAMED, `Only these papers, at most ${MAXIMUM_NAMED}, separated by commas`))

const paging = pageOf('Papers', PAPERS_PAGE_SIZE)

export const paperCalls = defineCalls('Papers', 'papers', {
  all: {
    method: 'GET',
    path: '/allPapers',
    policy: 'admin',
    permissions: ['money'],
    scopes: ['invoices'],
    summary: 'Invoices and credit notes that the filter finds, the newest first',
    query: Type.Object({ ...filter, ...paging }),
    response: AllPapers,
  },
  zip: {
    method: 'GET',
    path: '/paperZip',
    policy: 'admin',
    permissions: ['money'],
    scopes: ['invoices'],
    summary: `The documents of all papers that the filter finds, at most ${MAXIMUM_ZIPPED}, as one ZIP`,
    query: Type.Object({ ...filter, ids, format: Type.Enum([...paperFormats]) }),
    response: fileAnswer('zip'),
  },
  mine: {
    method: 'GET',
    path: '/papers',
    policy: 'session',
    scopes: ['papers:read'],
    summary: "The caller's own invoices and credit notes, the newest first",
    query: Type.Object(paging),
    response: Papers,
  },
  ofOrder: {
    method: 'GET',
    path: '/order/:id/papers',
    policy: 'owner',
    permissions: ['orders', 'money'],
    scopes: ['papers:read', 'invoices'],
    summary: 'Invoice and credit notes of the payment of an order, the oldest first',
    params: IdParams,
    response: Type.Array(Paper),
  },
  document: {
    method: 'GET',
    path: '/papers/:id/:format',
    policy: 'owner',
    permissions: ['orders', 'money'],
    scopes: ['papers:read', 'invoices'],
    summary: 'An invoice or a credit note as a file: a PDF with the electronic invoice inside, or the electronic invoice',
    params: Type.Object({ id: Id, format: Type.Enum([...paperFormats]) }),
    response: fileAnswer(...paperFormats),
  },
  mail: {
    method: 'POST',
    path: '/papers/:id/mail',
    policy: 'admin',
    permissions: ['money'],
    summary: 'Mail an invoice or a credit note to its buyer once more; 409 BUYER_ERASED where the account has been erased',
    onceByKey: true,
    params: IdParams,
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
})
