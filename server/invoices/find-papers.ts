import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import { PAPERS_PAGE_SIZE, type AllPapers, type Paper, type PaperFilter, type Papers } from '#contract/payments/papers.ts'
import type { Queryable } from '#database/connect.ts'
import { invoices } from '#database/tables/invoices.ts'
import { orders } from '#database/tables/orders.ts'
import { missingSellerFields } from '#contract/payments/seller.ts'
import { ShopError } from '../errors.ts'
import { findPublished } from '../shop-settings/apply-settings.ts'
import { seenBy } from '../orders/lists/find-orders.ts'
import type { Caller } from '../platform/http/caller.ts'
import { behind } from '../platform/paging/behind.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { escapeLike } from '../platform/paging/escape-like.ts'
import { foldText } from '../platform/paging/fold-text.ts'

export type PaperRow = {
  id: string
  kind: Paper['kind']
  number: string
  issued_on: string
  buyer_name: string
  order_numbers: string[]
  net_cents: string
  tax_cents: string
  gross_cents: string
  credits: string | null
}

export const paperColumns = sql`id, kind, number, issued_on::text, buyer_name, order_numbers, net_cents, tax_cents, gross_cents, data #>> '{credited,number}' as credits`

const dollars = (cents: string) => centsToDollars(toCents(Number(cents)))

export const presentPaper = (row: PaperRow): Paper => ({
  _id: row.id,
  kind: row.kind,
  number: row.number,
  issuedOn: row.issued_on,
  buyer: row.buyer_name,
  orderNumbers: row.order_numbers,
  net: dollars(row.net_cents),
  tax: dollars(row.tax_cents),
  total: dollars(row.gross_cents),
  credits: row.credits,
})

/** The condition of a filter. A text is a part of a number or of the buyer's name, or a whole order number. */
export async function whichPapers(db: Queryable, { q = '', kind, from, to, ids }: PaperFilter): Promise<SQL> {
  const words = await foldText(db, q)
  const part = `%${escapeLike(words)}%`
  return sql.join(
    [
      sql`true`,
      ...(words === ''
        ? []
        : [sql`(fold_text(number) like ${part} or fold_text(buyer_name) like ${part} or order_numbers @> array[${words.toUpperCase()}])`]),
      ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
      ...(from === undefined ? [] : [sql`issued_on >= ${from}::date`]),
      ...(to === undefined ? [] : [sql`issued_on <= ${to}::date`]),
      ...(ids === undefined ? [] : [sql`id = any(string_to_array(${ids}, ',')::uuid[])`]),
    ],
    sql` and `,
  )
}

type Asked = { page?: number; size?: number; after?: string }

async function pageOf(db: Queryable, which: SQL, asked: Asked): Promise<Papers> {
  const counted = await db.execute<{ count: number }>(sql`select count(*)::int as count from invoices where ${which}`)
  const { count } = counted.rows[0]! // an aggregate is always one row
  const { page, size } = clampPage({ size: PAPERS_PAGE_SIZE, ...asked, count })
  const isBehind = await behind(db, invoices, asked.after, [invoices.position], { descending: true })
  const { rows } = await db.execute<PaperRow>(sql`
    select ${paperColumns} from invoices where ${which} and ${isBehind ?? sql`true`}
    order by position desc limit ${size} offset ${isBehind ? 0 : page * size}`)
  return { count, page, papers: rows.map(presentPaper) }
}

/** All papers that a filter finds, and how many paid bills wait for their invoice. */
export async function findAllPapers(db: Queryable, asked: PaperFilter & Asked): Promise<AllPapers> {
  const found = await pageOf(db, await whichPapers(db, asked), asked)
  const { kind: _, ...others } = asked
  const counted = await db.execute<AllPapers['kinds']>(sql`
    select (count(*) filter (where kind = 'invoice'))::int as invoice, (count(*) filter (where kind = 'credit_note'))::int as credit_note
    from invoices where ${await whichPapers(db, others)}`)
  const { rows } = await db.execute<{ waiting: number; missing: string[] }>(sql`
    select count(distinct bill_id)::int as waiting, coalesce(array_agg(distinct field order by field) filter (where field is not null), '{}') as missing
    from invoices_due left join unnest(missing) as field on true`)
  const deliveries = await db.execute<{ count: number }>(sql`select count(*)::int as count from deliveries_without_invoice()`)
  const [due, { count }] = [rows[0]!, deliveries.rows[0]!] // an aggregate is always one row
  const missing = count === 0 ? due.missing : [...new Set([...due.missing, ...missingSellerFields((await findPublished(db)).values)])]
  return { ...found, kinds: counted.rows[0]!, waiting: due.waiting + count, missing }
}

export const findOwnPapers = (db: Queryable, { userId }: Caller, asked: Asked): Promise<Papers> =>
  pageOf(db, sql`user_id = ${userId}::uuid`, asked)

/** The papers of the bill of an order. @throws ShopError NOT_FOUND */
export async function findPapersOfOrder(db: Queryable, caller: Caller, orderId: string): Promise<Paper[]> {
  const [order] = await db
    .select({ id: orders.id, groupId: orders.groupId })
    .from(orders)
    .where(and(eq(orders.id, orderId), seenBy(caller)))
  if (!order) throw new ShopError('NOT_FOUND')
  const { rows } = await db.execute<PaperRow>(sql`
    select ${paperColumns} from invoices
    where bill_id = ${order.groupId ?? order.id}::uuid or bill_id in (select id from parcels where order_id = ${order.id}::uuid)
    order by position`)
  return rows.map(presentPaper)
}

/** A paper of the caller, or any one for the shop's people. @throws ShopError NOT_FOUND */
export async function findPaper(db: Queryable, caller: Caller, id: string) {
  const own = caller.role === 'admin' ? undefined : eq(invoices.userId, caller.userId)
  const [paper] = await db
    .select({ id: invoices.id, number: invoices.number, data: invoices.data })
    .from(invoices)
    .where(and(eq(invoices.id, id), own))
    .orderBy(asc(invoices.position))
  if (!paper) throw new ShopError('NOT_FOUND')
  return paper
}
