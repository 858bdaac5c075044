import { sql, type SQL } from 'drizzle-orm'
import { orderNumber } from '#contract/orders/orders.ts'
import { PAYOUTS_PAGE_SIZE, type Payout, type PayoutInFull, type PayoutLine, type Payouts } from '#contract/payments/payouts.ts'
import type { Queryable } from '#database/connect.ts'
import { ShopError } from '../errors.ts'
import { beginOf, endOf, type Period } from '../platform/paging/months.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'

type PayoutRow = Omit<Payout, 'amount' | 'gross' | 'fees'> & { amount: number; gross: number; fees: number }

/** Sums of a payout's lines come with it. Amounts in the smallest unit. */
const payoutRows = (where: SQL) => sql`
  select payouts.id as "_id", status, currency, amount_cents::float8 as amount, arrives_on::text as "arrivesOn",
    ${isoTime(sql`payouts.created_at`)} as "createdAt", read_at is not null as "isRead",
    line.lines, line.gross, line.fees, line.unmatched
  from payouts cross join lateral (
    select count(*)::int as lines, coalesce(sum(gross_cents) filter (where kind <> 'fee'), 0)::float8 as gross,
      coalesce(sum(fee_cents - case kind when 'fee' then gross_cents else 0 end), 0)::float8 as fees,
      count(*) filter (where not is_matched and kind <> 'fee')::int as unmatched
    from payout_lines where payout_id = payouts.id
  ) as line
  where ${where}`

const isoTime = (instant: SQL) => sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const inDollars = ({ amount, gross, fees, ...payout }: PayoutRow): Payout => ({
  ...payout,
  amount: amount / 100,
  gross: gross / 100,
  fees: fees / 100,
})

export async function listPayouts(db: Queryable, { from, to, ...asked }: Period & { page?: number }): Promise<Payouts> {
  const ofTime = sql`payouts.created_at >= ${beginOf(from)} and payouts.created_at < ${endOf(to)}`
  const totals = await db.execute<{ count: number; arrived: number; fees: number; unmatched: number }>(sql`
    select count(*)::int as count, coalesce(sum(amount) filter (where status = 'paid' and currency = 'usd'), 0)::float8 as arrived,
      coalesce(sum(fees) filter (where currency = 'usd'), 0)::float8 as fees, coalesce(sum(unmatched), 0)::int as unmatched
    from (${payoutRows(ofTime)}) as found`)
  const { count, arrived, fees, unmatched } = totals.rows[0]! // an aggregate always yields its row
  const { page, size } = clampPage({ size: PAYOUTS_PAGE_SIZE, ...asked, count })
  const { rows } = await db.execute<PayoutRow>(sql`
    ${payoutRows(ofTime)} order by payouts.created_at desc, payouts.id limit ${size}::int offset ${page * size}::int`)
  return { count, page, arrived: arrived / 100, fees: fees / 100, unmatched, payouts: rows.map(inDollars) }
}

type LineRow = Omit<PayoutLine, 'gross' | 'fee' | 'net' | 'orderNumber'> & { gross: number; fee: number; position: number | null }

/** Columns of a line, with the first order of its bill. */
export const lineRows = (where: SQL) => sql`
  select line.id as "_id", line.payout_id as "payoutId", line.kind, line.type, line.gross_cents::float8 as gross, line.fee_cents::float8 as fee,
    line.is_matched or line.kind = 'fee' as "isMatched", line.source_id as source, line.intent_id as payment, line.description,
    ${isoTime(sql`line.at`)} as at, first.id as "orderId", first.position::float8
  from payout_lines as line
  left join lateral (
    select id, position from orders where (id = line.bill_id and group_id is null) or group_id = line.bill_id order by position limit 1
  ) as first on true
  where ${where}`

/** @throws ShopError NOT_FOUND */
export async function readPayout(
  db: Queryable,
  payoutId: string,
  { unmatched = false, ...asked }: { unmatched?: boolean; page?: number },
): Promise<PayoutInFull> {
  const { rows } = await db.execute<PayoutRow>(payoutRows(sql`payouts.id = ${payoutId}`))
  if (!rows[0]) throw new ShopError('NOT_FOUND')
  const payout = inDollars(rows[0])
  const count = unmatched ? payout.unmatched : payout.lines
  const { page, size } = clampPage({ size: PAYOUTS_PAGE_SIZE, ...asked, count })
  const meant = sql`line.payout_id = ${payoutId} and ${unmatched ? sql`not line.is_matched and line.kind <> 'fee'` : sql`true`}`
  const { rows: lines } = await db.execute<LineRow>(sql`
    ${lineRows(meant)} order by line.is_matched or line.kind = 'fee', line.at, line.id limit ${size}::int offset ${page * size}::int`)
  return { payout, count, page, lines: lines.map(presentLine) }
}

function presentLine({ gross, fee, position, ...line }: LineRow): PayoutLine {
  const number = position === null ? null : orderNumber(position)
  return { ...line, gross: gross / 100, fee: fee / 100, net: (gross - fee) / 100, orderNumber: number }
}
