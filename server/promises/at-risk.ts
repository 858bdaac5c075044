import { sql } from 'drizzle-orm'
import type { RiskReason } from '#contract/promises/promise-calls.ts'
import type { Queryable } from '#database/connect.ts'

const live = sql`orders.promised is not null and orders.state in ('unpaid', 'cancelling', 'paid')`

/**
 * Promised pieces of orders that are still to be sent which may leave later than promised, and why. What a month cannot make any more are the
 * latest promises of it, and no more pieces than are too many. A part that promises nothing new any more keeps what it has promised.
 */
export const promisesAtRisk = sql`
  select order_id, part_id, expected_id, month, day, at, why,
    case why when 'capacity' then least(pieces, too_many - later) else pieces end as pieces
  from (
    select counted.*,
      case
        when delivery.removed_at is not null then 'removed'
        when delivery.arrived_at is not null then 'short'
        when delivery.expected_on < current_date then 'late'
        when delivery.expected_on > due_on then 'moved'
        when later < too_many then 'capacity'
      end as why
    from (
      select waiting.*, made.promised_pieces - parts.made_monthly as too_many,
        coalesce(sum(waiting.pieces) over (
          partition by waiting.part_id, waiting.month order by since desc rows between unbounded preceding and 1 preceding), 0)::bigint as later
      from (
        select order_id, promises.part_id, expected_id, month, day, min(due_on) as due_on, min(promises.position) as since, min(at) as at,
          sum(pieces)::bigint as pieces
        from promises join orders on orders.id = order_id where ${live}
        group by order_id, promises.part_id, expected_id, month, day having sum(pieces) > 0
      ) as waiting
      join parts on parts.id = waiting.part_id
      left join made_months as made on (made.part_id, made.month) = (waiting.part_id, waiting.month)
    ) as counted
    left join expected_goods as delivery on delivery.id = expected_id
  ) as judged
  where why is not null`

/** The same as orders that wait for the shop. */
export const ordersWithPromiseAtRisk = sql`
  select order_id, min(at) as since, null::bigint as cents from (${promisesAtRisk}) as at_risk group by order_id`

export type AtRisk = { expectedId: string | null; month: string | null; day: string; pieces: number; why: RiskReason }

/** What is at risk of one order. */
export async function findAtRisk(db: Queryable, orderId: string): Promise<AtRisk[]> {
  const { rows } = await db.execute<Omit<AtRisk, 'pieces'> & { pieces: string }>(sql`
    select expected_id as "expectedId", to_char(month, 'YYYY-MM') as month, day::text, pieces, why
    from (${promisesAtRisk}) as at_risk where order_id = ${orderId}::uuid order by day, expected_id, month`)
  return rows.map(({ pieces, ...row }) => ({ ...row, pieces: Number(pieces) }))
}

/** What is promised of one order, in the same form, as if all of it were at risk. */
export async function findOpen(db: Queryable, orderId: string): Promise<AtRisk[]> {
  const { rows } = await db.execute<Omit<AtRisk, 'pieces' | 'why'> & { pieces: string }>(sql`
    select expected_id as "expectedId", to_char(month, 'YYYY-MM') as month, day::text, sum(pieces)::text as pieces
    from promises where order_id = ${orderId}::uuid group by expected_id, month, day having sum(pieces) > 0 order by day, expected_id, month`)
  return rows.map(({ pieces, ...row }) => ({ ...row, pieces: Number(pieces), why: 'moved' }))
}
