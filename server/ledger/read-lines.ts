import { sql } from 'drizzle-orm'
import type { EntryKind, LedgerAccount } from '#contract/payments/ledger.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import type { Queryable } from '#database/connect.ts'
import { beginOf, endOf } from '../platform/paging/months.ts'

const AT_ONCE = 1_000

/**
 * A line of an entry in files. `cents` above zero is a debit. `vatId` is the buyer's, on the lines of papers. `taxedBy` is the state whose tax
 * was charged, which may be another one than that of the delivery in `tax`; of several states with one rate in a bill, that of its first order.
 */
export type FileLine = {
  entry: number
  at: Date
  kind: EntryKind
  ref: string
  account: LedgerAccount
  tax: string
  cents: number
  order: string
  payment: string
  invoice: string
  vatId: string
  taxedBy: string
}

/** The entries of a month in their order, in batches of whole entries. */
export async function* readEntries(db: Queryable, month: string): AsyncGenerator<FileLine[][], void, undefined> {
  // The index by time (BRIN) is coarse; the numbers bound the entries of a month.
  const bounds = await db.execute<{ first: string | null; last: string | null }>(sql`
    select min(entry)::text as first, max(entry)::text as last from postings where at >= ${beginOf(month)} and at < ${endOf(month)}`)
  const { first, last } = bounds.rows[0]! // an aggregate always yields its row
  if (first === null) return
  for (let from = first; ;) {
    const { rows } = await db.execute<Omit<FileLine, 'at' | 'order'> & { number: string; at: string; position: number | null }>(sql`
      select p.entry::float8, p.entry::text as number, p.at::text, p.kind, p.ref, p.account, p.tax, p.cents::float8,
        orders.position::float8, coalesce(p.payment, '') as payment,
        coalesce(own.number, paper.number, '') as invoice, coalesce(own.data -> 'buyer' ->> 'vatId', '') as "vatId",
        coalesce(taxed.of, '') as "taxedBy"
      from (
        select * from postings
        where entry between ${from}::bigint and ${last}::bigint and at >= ${beginOf(month)} and at < ${endOf(month)}
        order by entry, account, tax limit ${AT_ONCE}
      ) p
      left join orders on orders.id = coalesce(p.order_id, p.bill_id)
      left join invoices own on own.id = p.invoice_id
      left join invoices paper on paper.bill_id = p.bill_id and paper.kind = 'invoice'
      left join lateral (
        select taxes.tax ->> 'of' as of from orders taxes
        where p.tax like 'S %' and (taxes.id = p.bill_id or taxes.group_id = p.bill_id or taxes.id = p.order_id)
          and starts_with(p.tax, concat(taxes.tax ->> 'category', ' ', taxes.tax ->> 'rateBp', ' '))
        order by taxes.position limit 1
      ) taxed on true
      order by p.entry, p.account, p.tax`)
    const isLast = rows.length < AT_ONCE
    const cutOff = rows.at(-1)?.number
    // The last entry of a full batch may continue in the next one.
    const whole = isLast ? rows : rows.filter(({ number }) => number !== cutOff)
    const entries = new Map<string, FileLine[]>()
    for (const { number, at, position, ...line } of whole) {
      const lines = entries.get(number) ?? []
      lines.push({ ...line, at: new Date(at), order: position === null ? '' : orderNumber(position) })
      entries.set(number, lines)
    }
    if (entries.size > 0) yield [...entries.values()]
    if (isLast) return
    from = cutOff!
  }
}
