import type { Calls } from './generated/calls.ts'
import type { ManagedParts, Order, Paper, QuoteSummary, RemovedParts } from './generated/types.ts'

/** The filters of a call with pages. */
type Filter<Query, Fixed = never> = Omit<NonNullable<Query>, 'page' | 'size' | 'after' | (Fixed & string)>

const ROWS = 100

/**
 * Iterators over lists with pages. The next page is read when it is reached, from the last row of the page before on, so that rows may
 * leave the list meanwhile. What is added meanwhile may be left out. `changed...` of orders, quotes and papers leave nothing out.
 */
export const iteratorsOf = (calls: Calls) => ({
  /** Quotes of the key's owner, newest first. */
  quotes: (): AsyncGenerator<QuoteSummary> => rowsOf(async (page) => (await calls.quotes.mine(page)).quotes),
  /** Orders of the customer with this email address, the newest last. */
  orders: (query: Filter<Parameters<Calls['orders']['ofCustomer']>[0]>): AsyncGenerator<Order> =>
    rowsOf((page) => calls.orders.ofCustomer({ ...query, ...page })),
  /** Orders of all customers, for keys of the shop. */
  allOrders: (query: Filter<Parameters<Calls['orders']['all']>[0]> = {}): AsyncGenerator<Order> =>
    rowsOf((page) => calls.orders.all({ ...query, ...page })),
  /** Invoices and credit notes of the key's owner, newest first. */
  papers: (): AsyncGenerator<Paper> => rowsOf(async (page) => (await calls.papers.mine(page)).papers),
  /** Invoices and credit notes of all customers, for keys of the shop. */
  allPapers: (query: Filter<Parameters<Calls['papers']['all']>[0]> = {}): AsyncGenerator<Paper> =>
    rowsOf(async (page) => (await calls.papers.all({ ...query, ...page })).papers),
  /** Parts with their stock, the newest first, for keys of the shop: `{ show: 'low' }`. */
  deskParts: (query: Filter<Parameters<Calls['partDesk']['list']>[0], 'sort'> = {}): AsyncGenerator<ManagedParts['parts'][number]> =>
    rowsOf(async (page) => (await calls.partDesk.list({ ...query, sort: 'newest', ...page })).parts),
  /** Removed parts, the newest part first, for keys of the shop. */
  removedParts: (query: Filter<Parameters<Calls['partDesk']['removed']>[0], 'sort'> = {}): AsyncGenerator<RemovedParts['parts'][number]> =>
    rowsOf(async (page) => (await calls.partDesk.removed({ ...query, sort: 'newest', ...page })).parts),

  /** Orders that have changed since a cursor, in answers of up to 500. Keep `next` of the last one. */
  changedOrders: (cursor?: string) => changesSince(calls.changes.orders, cursor),
  changedQuotes: (cursor?: string) => changesSince(calls.changes.quotes, cursor),
  changedPapers: (cursor?: string) => changesSince(calls.changes.papers, cursor),
})

export type Iterators = ReturnType<typeof iteratorsOf>

type Place = { page: number; size: number } | { after: string; size: number }

async function* rowsOf<Row extends { _id: string }>(read: (place: Place) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let after: string | undefined; ;) {
    const rows = await read(after === undefined ? { page: 0, size: ROWS } : { after, size: ROWS })
    yield* rows
    if (rows.length < ROWS) return
    after = rows.at(-1)!._id
  }
}

async function* changesSince<Changes extends { next: string; more: boolean }>(
  read: (query: { changedSince?: string }) => Promise<Changes>,
  cursor: string | undefined,
): AsyncGenerator<Changes> {
  let since = cursor
  for (;;) {
    const changes = await read(since === undefined ? {} : { changedSince: since })
    yield changes
    if (!changes.more) return
    since = changes.next
  }
}
