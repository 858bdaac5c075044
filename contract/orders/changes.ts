import Type, { type Static, type TSchema } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, MESSAGE, nullable } from '../basics/fields.ts'
import { Order } from './orders.ts'
import { Paper } from '../payments/papers.ts'
import { QuoteSummary } from '../quotes/quotes.ts'

/** Rows of one page. */
export const CHANGES_AT_ONCE = 500

export const changesMessages = { noCursor: 'This is no cursor of this shop. Start again without one.' } as const

const Asked = Type.Object({
  changedSince: Type.Optional(
    Type.String({
      pattern: String.raw`^[0-9a-f]{16}\.[0-9]{1,19}\.[0-9]{1,18}$`,
      [MESSAGE]: changesMessages.noCursor,
      examples: ['6f1c0a9b2d3e4f50.1042.7'],
      description: '`next` of the answer before, unchanged. Without it the list begins with everything that there is',
    }),
  ),
  size: Type.Optional(
    Type.Integer({ minimum: 1, maximum: CHANGES_AT_ONCE, description: `Rows of a page; ${CHANGES_AT_ONCE} when nothing is said` }),
  ),
})
export type ChangesAsked = Static<typeof Asked>

/** Changed rows, each in its newest state. A row that changes again is returned again. */
const changesOf = <T extends TSchema>(row: T) =>
  Type.Object({
    changed: Type.Array(row),
    next: Type.String({ description: 'The cursor to ask with next; also given where nothing has changed' }),
    more: Type.Boolean({ description: 'Whether more has changed already' }),
  })

/** A quote that has changed; of a deleted one only its id is left. */
export const ChangedQuote = Type.Object({ _id: Id, deleted: Type.Boolean(), quote: nullable(QuoteSummary) })
export type ChangedQuote = Static<typeof ChangedQuote>

export const changeCalls = defineCalls('Changes', 'changes', {
  orders: {
    method: 'GET',
    path: '/changed-orders',
    policy: 'session',
    permissions: ['orders'],
    scopes: ['orders:read', 'shipping'],
    summary: "Orders that have changed since a cursor, cancelled ones too: the caller's own, or all for those who act for the shop",
    query: Asked,
    response: changesOf(Order),
  },
  quotes: {
    method: 'GET',
    path: '/changed-quotes',
    policy: 'session',
    scopes: ['quotes:read'],
    summary: "The caller's quotes that have changed since a cursor, deleted ones too",
    query: Asked,
    response: changesOf(ChangedQuote),
  },
  papers: {
    method: 'GET',
    path: '/changed-papers',
    policy: 'session',
    permissions: ['money'],
    scopes: ['papers:read', 'invoices'],
    summary: "Invoices and credit notes issued since a cursor: the caller's own, or all for those who act for the shop",
    query: Asked,
    response: changesOf(Paper),
  },
})
