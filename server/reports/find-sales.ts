import { sql, type SQL } from 'drizzle-orm'
import { QUOTE_DAYS, salesPeriods, type Sales, type SalesPeriod, type SalesReport } from '#contract/shop/reports.ts'
import type { Queryable } from '#database/connect.ts'
import { SQL_STATE, sqlState } from '#database/sql-state.ts'
import { isOfRefund } from '../orders/lists/orders-of-refund.ts'
import { freightGivenBackCents, givenBackCents, refundedPieces, salesOf, type Sums } from './present-sales.ts'

/**
 * Sales by day, week or month of a time zone, UTC where that is unknown, beside as many periods before, and how many quotes became orders.
 * Reads the totals of `total-up-sales.ts`, the orders that were paid since, and what was given back.
 */
export async function findSales(db: Queryable, by: SalesPeriod = 'day', asked = 'UTC'): Promise<SalesReport> {
  const { zone, all } = await salesInZone(db, by, asked)
  const freightCents = (periods: Period[]) => periods.reduce((sum, period) => sum + period.freightCents, 0)
  const [before, now] = [all.slice(0, salesPeriods[by]), all.slice(salesPeriods[by])]
  return {
    at: new Date().toISOString(),
    zone,
    periods: now.map(({ from, to, sales }, index) => ({ from, to, ...sales, before: before[index]!.sales })), // as many
    total: add(now.map(({ sales }) => sales)),
    before: add(before.map(({ upToTheHour }) => upToTheHour)),
    refunded: await refundedSince(db, now[0]!.from),
    ...(freightCents(all) > 0 && { freight: freightCents(now) / 100 }),
    quotes: await quotesOrdered(db),
  }
}

/** PostgreSQL knows the time zones, perhaps fewer than a newer browser. */
async function salesInZone(db: Queryable, by: SalesPeriod, zone: string): Promise<{ zone: string; all: Period[] }> {
  try {
    return { zone, all: await salesByPeriod(db, by, zone) }
  } catch (error) {
    if (sqlState(error) !== SQL_STATE.invalidParameterValue) throw error
    return { zone: 'UTC', all: await salesByPeriod(db, by, 'UTC') }
  }
}

type Period = { from: string; to: string; sales: Sales; upToTheHour: Sales; freightCents: number }

/**
 * Twice as many periods as the report shows, the current one last; of the first half also what was sold up to the same hour. An hour in
 * which a period begins, as in time zones that are off by half an hour, is `split`: its orders are read instead of its total.
 */
async function salesByPeriod(db: Queryable, by: SalesPeriod, zone: string): Promise<Period[]> {
  const length = sql`${`1 ${by}`}::interval`
  const count = sql`${salesPeriods[by]}::int`
  const { rows } = await db.execute<{ starts: Date; ends: Date; sums: (Sums & { freight_cents: string }) | null; part: Sums | null }>(sql`
    with periods as materialized (
      select row_number() over (order by day)::int as period, day at time zone ${zone} as starts, (day + ${length}) at time zone ${zone} as ends
      from (select date_trunc(${by}, now() at time zone ${zone}) as today) as clock,
        generate_series(today - ${length} * (2 * ${count} - 1), today, ${length}) as day
    ), bounds as materialized (
      select array_agg(starts order by period) as starts, min(starts) as first,
        date_trunc('hour', (now() at time zone ${zone} - ${length} * ${count}) at time zone ${zone}) as same_hour
      from periods
    ), split as materialized (
      select date_trunc('hour', starts) as hour from periods where starts <> date_trunc('hour', starts)
    ), sales as (
      select hour as at, totals.orders, pieces, turnover_cents, freight_cents from bounds, sales_of_hours as totals
      where hour >= first and hour not in (select hour from split)
      union all
      select paid_at, 1, quantity, total_cents, orders.freight_cents from split join sales_of_hours using (hour)
      join orders on paid_at >= hour and paid_at < hour + interval '1 hour'
      union all
      select paid_at, 1, quantity, total_cents, freight_cents from bounds, orders
      where paid_at >= greatest(first, (select coalesce(max(hour) + interval '1 hour', '-infinity') from sales_of_hours))
      union all
      select paid_at, 0, -${refundedPieces}, -${givenBackCents}, -${freightGivenBackCents} from bounds, orders where refunded_cents > 0 and paid_at >= first
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
    freightCents: Number(sums?.freight_cents ?? 0),
  }))
}

/** Numbers as text, because JSON would round large ones. */
const jsonSums = (condition: SQL) => sql`json_build_object(
  'orders', coalesce(sum(orders) filter (where ${condition}), 0),
  'pieces', (sum(pieces) filter (where ${condition}))::text,
  'turnover_cents', (sum(turnover_cents) filter (where ${condition}))::text,
  'freight_cents', (sum(freight_cents) filter (where ${condition}))::text)`

const add = (all: Sales[]): Sales => ({
  orders: all.reduce((sum, { orders }) => sum + orders, 0),
  pieces: all.reduce((sum, { pieces }) => sum + pieces, 0),
  turnover: all.reduce((sum, { turnover }) => sum + Math.round(turnover * 100), 0) / 100,
})

/** What was given back, without freight and tax as turnover is: of a refund, the share of the price in what was paid. */
async function refundedSince(db: Queryable, from: string): Promise<number> {
  const { rows } = await db.execute<{ cents: string | null }>(sql`
    select sum(round(amount_cents * coalesce(net / nullif(gross, 0), 1))) as cents
    from payment_refunds as refund cross join lateral (
      select sum(total_cents) as net, sum(total_cents + freight_cents + tax_cents) as gross from orders
      where paid_at is not null and (${isOfRefund})
    ) as paid
    where state = 'succeeded' and not is_discount and created_at >= ${from}::timestamptz`)
  return Number(rows[0]?.cents ?? 0) / 100
}

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
