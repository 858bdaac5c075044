import { sql, type SQL } from 'drizzle-orm'
import {
  BEST_MONTHS,
  BEST_ROWS,
  QUOTE_DAYS,
  reportMessages,
  salesPeriods,
  type BestCustomer,
  type BestPart,
  type Sales,
  type SalesPeriod,
  type SalesReport,
} from '#contract/reports.ts'
import type { Queryable } from '#database/connect.ts'
import { invalidField } from '../errors.ts'

/**
 * Sales by day, week or month of a time zone, beside as many periods before; the best parts and customers; how many quotes became
 * orders. Reads the totals of `total-up-sales.ts`, and the orders that were paid since.
 * @throws ShopError INVALID_INPUT for an unknown time zone
 */
export async function findSales(db: Queryable, by: SalesPeriod = 'day', zone = 'UTC'): Promise<SalesReport> {
  requireTimeZone(zone)
  const all = await salesByPeriod(db, by, zone)
  const [before, now] = [all.slice(0, salesPeriods[by]), all.slice(salesPeriods[by])]
  return {
    at: new Date().toISOString(),
    periods: now.map(({ from, to, sales }, index) => ({ from, to, ...sales, before: before[index]!.sales })), // as many
    total: add(now.map(({ sales }) => sales)),
    before: add(before.map(({ upToTheHour }) => upToTheHour)),
    refunded: await refundedSince(db, now[0]!.from),
    bestParts: await bestParts(db),
    bestCustomers: await bestCustomers(db),
    quotes: await quotesOrdered(db),
  }
}

function requireTimeZone(zone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    throw invalidField('zone', reportMessages.timeZoneUnknown)
  }
}

/** Sums as PostgreSQL answers them: bigints as text. */
type Sums = { orders: number; pieces: string; turnover_cents: string }
type Period = { from: string; to: string; sales: Sales; upToTheHour: Sales }

/** Twice as many periods as the report shows, the current one last; of the first half also what was sold up to the same hour. */
async function salesByPeriod(db: Queryable, by: SalesPeriod, zone: string): Promise<Period[]> {
  const length = sql`make_interval(${sql.raw(`${by}s`)} => 1)`
  const count = sql`${salesPeriods[by]}::int`
  const { rows } = await db.execute<{ starts: Date; ends: Date; sums: Sums | null; part: Sums | null }>(sql`
    with periods as materialized (
      select row_number() over (order by day)::int as period, day at time zone ${zone} as starts, (day + ${length}) at time zone ${zone} as ends
      from (select date_trunc(${by}, now() at time zone ${zone}) as today) as clock,
        generate_series(today - ${length} * (2 * ${count} - 1), today, ${length}) as day
    ), bounds as materialized (
      select array_agg(starts order by period) as starts, min(starts) as first,
        date_trunc('hour', (now() at time zone ${zone} - ${length} * ${count}) at time zone ${zone}) as same_hour
      from periods
    ), sales as (
      select hour as at, totals.orders, pieces, turnover_cents from bounds, sales_of_hours as totals where hour >= first
      union all
      select paid_at, 1, quantity, total_cents from bounds, orders
      where paid_at >= greatest(first, (select coalesce(max(hour) + interval '1 hour', '-infinity') from sales_of_hours))
    ), summed as (
      select width_bucket(at, bounds.starts) as period, ${jsonSums(sql`true`)} as sums, ${jsonSums(sql`at < same_hour`)} as part
      from sales, bounds group by 1
    )
    select starts, ends, sums, part from periods left join summed using (period) order by period`)
  return rows.map(({ starts, ends, sums, part }) => ({
    from: new Date(starts).toISOString(),
    to: new Date(ends).toISOString(),
    sales: salesOf(sums),
    upToTheHour: salesOf(part),
  }))
}

/** Numbers as text, because JSON would round large ones. */
const jsonSums = (condition: SQL) => sql`json_build_object(
  'orders', coalesce(sum(orders) filter (where ${condition}), 0),
  'pieces', (sum(pieces) filter (where ${condition}))::text,
  'turnover_cents', (sum(turnover_cents) filter (where ${condition}))::text)`

const salesOf = (sums: Sums | null): Sales => ({
  orders: Number(sums?.orders ?? 0),
  pieces: Number(sums?.pieces ?? 0),
  turnover: Number(sums?.turnover_cents ?? 0) / 100,
})

const add = (all: Sales[]): Sales => ({
  orders: all.reduce((sum, { orders }) => sum + orders, 0),
  pieces: all.reduce((sum, { pieces }) => sum + pieces, 0),
  turnover: all.reduce((sum, { turnover }) => sum + Math.round(turnover * 100), 0) / 100,
})

async function refundedSince(db: Queryable, from: string): Promise<number> {
  const { rows } = await db.execute<{ cents: string | null }>(
    sql`select sum(amount_cents) as cents from payment_refunds where state = 'succeeded' and created_at >= ${from}::timestamptz`,
  )
  return Number(rows[0]?.cents ?? 0) / 100
}

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

/** Those with most turnover in `BEST_MONTHS`: months with totals, and what was paid since. */
const best = (totals: SQL, of: SQL) => sql`
  select ${of}, sum(orders)::int as orders, sum(pieces) as pieces, sum(turnover_cents) as turnover_cents
  from (
    select ${of}, orders, pieces, turnover_cents from ${totals} where month >= ${firstMonth}
    union all
    select ${of}, 1, quantity, total_cents from orders
    where paid_at >= greatest(${firstMonth}, (select coalesce(max(month) + interval '1 month', '-infinity') from ${totals}))
  ) as sales
  group by 1 order by 4 desc, 1 limit ${BEST_ROWS}`

const firstMonth = sql`(date_trunc('month', now()) - make_interval(months => ${BEST_MONTHS - 1}::int))`

async function quotesOrdered(db: Queryable): Promise<SalesReport['quotes']> {
  const ago = (days: number) => sql`now() - make_interval(days => ${days}::int)`
  const { rows } = await db.execute<{ now: { saved: number; ordered: number }; before: { saved: number; ordered: number } }>(sql`
    with saved as (
      select created_at >= ${ago(QUOTE_DAYS)} as is_now, exists (select from order_groups where quote_id = quotes.id) as is_ordered
      from quotes where created_at >= ${ago(2 * QUOTE_DAYS)}
    )
    select
      json_build_object('saved', count(*) filter (where is_now), 'ordered', count(*) filter (where is_now and is_ordered)) as now,
      json_build_object('saved', count(*) filter (where not is_now), 'ordered', count(*) filter (where not is_now and is_ordered)) as before
    from saved`)
  return { days: QUOTE_DAYS, ...rows[0]! } // sums have one row
}
