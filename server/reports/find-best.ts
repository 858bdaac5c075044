import { sql, type SQL } from 'drizzle-orm'
import { BEST_MONTHS, BEST_ROWS, type Best, type BestCustomer, type BestPart } from '#contract/shop/reports.ts'
import type { Queryable } from '#database/connect.ts'
import { givenBackCents, refundedPieces, salesOf, type Sums } from './present-sales.ts'

/** The parts and customers with most turnover. Reads the totals of `total-up-sales.ts`, the orders that were paid since, and what was given back. */
export const findBest = async (db: Queryable): Promise<Best> => ({ parts: await bestParts(db), customers: await bestCustomers(db) })

async function bestParts(db: Queryable): Promise<BestPart[]> {
  const { rows } = await db.execute<Sums & { id: string; name: string; part_number: string; removed: boolean }>(sql`
    with best as (${best(sql`sales_of_parts`, sql`part_id`)})
    select id, name, part_number, deleted_at is not null as removed, orders, pieces, turnover_cents
    from best join parts on id = part_id order by best.turnover_cents desc, position`)
  return rows.map(({ id, name, part_number: partNumber, removed, ...sums }) => ({
    partsId: id,
    name,
    partNumber,
    removed,
    ...salesOf(sums),
  }))
}

async function bestCustomers(db: Queryable): Promise<BestCustomer[]> {
  const { rows } = await db.execute<Sums & { email: string; display_name: string }>(sql`
    with best as (${best(sql`sales_of_customers`, sql`user_id`)})
    select email, display_name, orders, pieces, turnover_cents
    from best join users on id = user_id order by turnover_cents desc, email`)
  return rows.map(({ email, display_name: displayName, ...sums }) => ({ email, displayName, ...salesOf(sums) }))
}

/** Those with most turnover in `BEST_MONTHS`: months with totals, and what was paid since; without what was given back of both. */
const best = (totals: SQL, of: SQL) => sql`
  select ${of}, sum(orders)::int as orders, sum(pieces) as pieces, sum(turnover_cents) as turnover_cents
  from (
    select ${of}, orders, pieces, turnover_cents from ${totals} where month >= ${firstMonth}
    union all
    select ${of}, 1, quantity, total_cents from orders
    where paid_at >= greatest(${firstMonth}, (select coalesce(max(month) + interval '1 month', '-infinity') from ${totals}))
    union all
    select ${of}, 0, -${refundedPieces}, -${givenBackCents} from orders where refunded_cents > 0 and paid_at >= ${firstMonth}
  ) as sales
  group by 1 order by 4 desc, 1 limit ${BEST_ROWS}`

const firstMonth = sql`(date_trunc('month', now()) - make_interval(months => ${BEST_MONTHS - 1}::int))`
