import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#database/connect.ts'

/** Payments are committed earlier: a transaction may take 15 seconds. */
const OVER_FOR = sql`interval '10 minutes'`
/** Hours added at once: few enough for one statement. */
const HOURS_AT_ONCE = sql`interval '31 days'`

/**
 * Adds up the hours and months that are over and have no totals yet. Returns how many totals were written. Can run in several
 * processes at once: they write the same.
 */
export async function totalUpSales(db: Queryable): Promise<number> {
  let written = 0
  for (const statement of [hours, partsOfMonths, customersOfMonths]) {
    for (let rows = 1; rows > 0; written += rows) rows = (await db.execute(statement)).rowCount ?? 0
  }
  return written
}

/** The first payment since the last total: times without sales are skipped. */
const firstPaidSince = (end: SQL) => sql`(select min(paid_at) from orders where paid_at >= ${end})`

const sums = sql`count(*), sum(quantity), sum(total_cents)`

const hours = sql`
  with next as (
    select date_trunc('hour', ${firstPaidSince(sql`(select coalesce(max(hour) + interval '1 hour', '-infinity') from sales_of_hours)`)}) as starts
  )
  insert into sales_of_hours (hour, orders, pieces, turnover_cents, freight_cents)
  select date_trunc('hour', paid_at), ${sums}, sum(freight_cents)
  from next join orders on paid_at >= starts and paid_at < least(starts + ${HOURS_AT_ONCE}, date_trunc('hour', now() - ${OVER_FOR}))
  group by 1
  on conflict do nothing`

const ofMonths = (table: SQL, of: SQL) => sql`
  with next as (
    select date_trunc('month', ${firstPaidSince(sql`(select coalesce(max(month) + interval '1 month', '-infinity') from ${table})`)}) as starts
  )
  insert into ${table} (month, ${of}, orders, pieces, turnover_cents)
  select starts, ${of}, ${sums}
  from next join orders on paid_at >= starts and paid_at < starts + interval '1 month'
  where starts + interval '1 month' <= now() - ${OVER_FOR}
  group by 1, 2
  on conflict do nothing`

const partsOfMonths = ofMonths(sql`sales_of_parts`, sql`part_id`)
const customersOfMonths = ofMonths(sql`sales_of_customers`, sql`user_id`)
