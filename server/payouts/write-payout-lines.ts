import { sql } from 'drizzle-orm'
import { BYTE_ORDER_MARK, csvOf, type Cell } from '#contract/basics/csv.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import type { Database } from '#database/connect.ts'
import { beginOf, endOf } from '../platform/paging/months.ts'
import { lineRows } from './list-payouts.ts'

const AT_ONCE = 1_000

/** Programs read the columns by place: new ones go to the end. Money in the currency, times in UTC. */
const titles = [
  'Payout', 'Created', 'Status', 'Arrives on', 'Currency', 'Line', 'Time', 'Kind', 'Type', 'Gross', 'Fee', 'Net', 'Known', 'Order', 'Payment',
  'Source', 'Description',
] // prettier-ignore

type Row = Record<'payoutId' | 'created' | 'status' | 'arrives' | 'currency' | 'kind' | 'type' | 'source' | 'description' | 'at', string> &
  Record<'gross' | 'fee', number> & { _id: string; payment: string | null; position: number | null; isMatched: boolean; cursor: string }

/** The lines of the payouts of a month as CSV, batch by batch; a payout without lines has a single one with its amount. */
export async function* writePayoutLines(db: Database, month: string): AsyncGenerator<string, void, undefined> {
  yield BYTE_ORDER_MARK + csvOf([titles])
  for (let after = ''; ;) {
    const { rows } = await db.execute<Row>(sql`
      select * from (
        select payouts.id as "payoutId", payouts.created_at::text as created, payouts.status, payouts.arrives_on::text as arrives, payouts.currency,
          coalesce(line."_id", '') as "_id", coalesce(line.at, '') as at, coalesce(line.kind, 'other') as kind, coalesce(line.type, '') as type,
          coalesce(line.gross, payouts.amount_cents)::float8 as gross, coalesce(line.fee, 0)::float8 as fee, coalesce(line."isMatched", false) as "isMatched",
          line.position, line.payment, coalesce(line.source, '') as source, coalesce(line.description, '') as description,
          to_char(payouts.created_at at time zone 'UTC', 'YYYYMMDDHH24MISS') || ' ' || payouts.id || ' ' || coalesce(line."_id", '') as cursor
        from payouts left join (${lineRows(sql`line.payout_id in (
          select id from payouts where created_at >= ${beginOf(month)} and created_at < ${endOf(month)})`)}) as line on line."payoutId" = payouts.id
        where payouts.created_at >= ${beginOf(month)} and payouts.created_at < ${endOf(month)}
      ) as lines
      where cursor collate "C" > ${after} order by cursor collate "C" limit ${AT_ONCE}::int`)
    if (rows.length > 0) yield csvOf(rows.map(cellsOf))
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)!.cursor
  }
}

function cellsOf(row: Row): Cell[] {
  const {
    payoutId,
    created,
    status,
    arrives,
    currency,
    _id,
    at,
    kind,
    type,
    gross,
    fee,
    isMatched,
    position,
    payment,
    source,
    description,
  } = row
  const number = position === null ? '' : orderNumber(position)
  return [
    payoutId, new Date(created).toISOString(), status, arrives, currency.toUpperCase(), _id, at, kind, type, gross / 100, fee / 100, (gross - fee) / 100,
    isMatched ? 'yes' : 'no', number, payment ?? '', source, description,
  ] // prettier-ignore
}
