import { sql } from 'drizzle-orm'
import type { CallResponse } from '#contract/basics/call.ts'
import type { bankCalls } from '#contract/payments/bank.ts'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import type { Queryable } from '#database/connect.ts'
import { isOverdue } from '../orders/finish-cancelling.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { presentBill, readBillsNow } from './find-open-bills.ts'
import { shortfallLimitOf } from './take-shortfall.ts'

const LISTED = 200

type Row = { bill_id: string; received: string; due: string; pay_by: string | null; asks: boolean }

/** Bills that wait for the rest of their money; half or more has arrived where nobody but a person cancels them. */
export const partPaid = (settings: Pick<Settings, 'unpaidOrderDays'>) => sql`
  select transfers.bill_id, received_cents as received, bill.due, bill.pay_by, bill.is_overdue and received_cents * 2 >= bill.due as asks
  from transfers
  cross join lateral (
    select sum(total_cents + freight_cents + tax_cents)::bigint as due, min(pay_by) as pay_by, bool_or(${isOverdue(settings)}) as is_overdue
    from orders where ((id = transfers.bill_id and group_id is null) or group_id = transfers.bill_id) and state = 'unpaid'
  ) as bill
  where settled_at is null and received_cents > 0 and bill.due is not null`

/** Unpaid bills of which a part has arrived, those that wait for a person first. */
export async function listPartPaid(
  db: Queryable,
  settings: Pick<Settings, 'shop' | 'unpaidOrderDays'>,
): Promise<CallResponse<typeof bankCalls.partPaid>> {
  const { rows } = await db.execute<Row>(sql`${partPaid(settings)} order by asks desc, pay_by limit ${LISTED}::int`)
  const ids = JSON.stringify(rows.map(({ bill_id }) => bill_id))
  const now = await readBillsNow(db, sql`select id::uuid from jsonb_array_elements_text(${ids}::jsonb) as asked (id)`)
  const bills = new Map(now.map((bill) => [bill.bill_id, bill]))
  return {
    shortfallLimit: dollars(shortfallLimitOf(settings)),
    waiting: rows.filter(({ asks }) => asks).length,
    bills: rows.flatMap((row) => {
      const bill = bills.get(row.bill_id)
      if (!bill) return []
      return [
        {
          ...presentBill(bill),
          due: dollars(Number(row.due)),
          received: dollars(Number(row.received)),
          payBy: row.pay_by === null ? null : new Date(row.pay_by).toISOString(),
          asksPerson: row.asks,
        },
      ]
    }),
  }
}

const dollars = (cents: number) => centsToDollars(toCents(cents))
