import { sql } from 'drizzle-orm'
import type { CalendarDay } from '#contract/basics/fields.ts'
import type { Promisable } from '#contract/promises/promise.ts'
import type { Queryable } from '#database/connect.ts'

/** What a part promises beyond its stock, as the database reads it. */
export type BeyondStock = {
  expected: { id: string; day: CalendarDay; pieces: number }[]
  madeMonthly: number
  promised: Record<string, number>
}

/** Beside rows of the table `parts`, in one statement with them; null where the owner has not said that more than the stock is promised. */
export const beyondStock = sql<BeyondStock | null>`case when parts.made_monthly is not null then json_build_object(
  'expected', (
    select coalesce(json_agg(json_build_object('id', coming.id, 'day', coming.expected_on, 'pieces', coming.pieces - coming.promised_pieces)
      order by coming.expected_on, coming.created_at), '[]')
    from expected_goods as coming where coming.part_id = parts.id and coming.arrived_at is null and coming.removed_at is null
      and coming.expected_on >= current_date and coming.pieces > coming.promised_pieces),
  'madeMonthly', parts.made_monthly,
  'promised', (
    select coalesce(json_object_agg(to_char(month, 'YYYY-MM'), promised_pieces), '{}')
    from made_months where made_months.part_id = parts.id and month >= date_trunc('month', current_date))
) end`

export const supplyOf = (
  { available, leadDays }: { available: number; leadDays: number },
  { expected, madeMonthly, promised }: BeyondStock,
): Promisable => ({ available, expected, made: { leadDays, perMonth: madeMonthly, promised } })

/** The supply of each of these parts that promises more than its stock. While their rows are locked, no other order promises of it. */
export async function findSupply(db: Queryable, partIds: string[]): Promise<Map<string, Promisable>> {
  const { rows } = await db.execute<{ id: string; available: string; lead_days: number; beyond: BeyondStock }>(sql`
    select id, available, lead_days, ${beyondStock} as beyond from parts
    where id = any(${sql.param(partIds)}::uuid[]) and made_monthly is not null`)
  return new Map(
    rows.map(({ id, available, lead_days: leadDays, beyond }) => [id, supplyOf({ available: Number(available), leadDays }, beyond)]),
  )
}
