import { sql } from 'drizzle-orm'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import { ageBuckets, bucketOf, OPEN_ITEMS_ROWS, type AgeBucket, type OpenItems } from '#contract/payments/open-items.ts'
import type { Queryable } from '#database/connect.ts'
import { nameOfOrders } from '../../orders/bill.ts'

const CUSTOMERS = 100

type ItemRow = {
  bill_id: string
  user_id: string
  email: string
  display_name: string
  amount_cents: string
  open_cents: string
  created_at: string
  due_on: string
  days_from_dispatch: number | null
  days_overdue: number
  reminded: number
  order_id: string
  position: string
  others: number
  by_delivery: boolean
  invoice: string | null
}
type SumRow = { user_id: string; email: string; display_name: string; limit_cents: string | null } & Record<AgeBucket, string>

const dollars = (cents: string | number) => centsToDollars(toCents(Number(cents)))

/** What is open on account: sums by age, in all and of the customers who owe most, and the items that are due longest. */
export async function listOpenItems(db: Queryable): Promise<OpenItems> {
  const overdue = sql`(current_date - due_on)`
  const items = await db.execute<ItemRow>(sql`
    select bill_id, item.user_id, email, display_name, amount_cents, open_cents, item.created_at, due_on::text, case when is_from_dispatch and dispatched_on is null then net_days end as days_from_dispatch, ${overdue} as days_overdue, reminded,
      first.id as order_id, first.position, first.others, by_delivery,
      case when part_of is not null then (select number from invoices where invoices.bill_id = item.bill_id and kind = 'invoice') end as invoice
    from open_items as item
    join users on users.id = item.user_id
    cross join lateral (
      select id, position, (count(*) over ())::int - 1 as others from orders
      where (id = bill_id or group_id = bill_id or id = (select order_id from parcels where part_of is not null and parcels.id = bill_id)) and state <> 'cancelled'
      order by position limit 1
    ) as first
    where closed_at is null
    order by due_on, item.created_at
    limit ${OPEN_ITEMS_ROWS + 1}::int`)
  const sums = await db.execute<SumRow>(sql`
    with aged as (
      select user_id, open_cents, ${overdue} as days from open_items where closed_at is null
    )
    select users.id as user_id, email, display_name, limit_cents, sums.* from (
      select user_id as of_user,
        coalesce(sum(open_cents) filter (where days <= 0), 0) as "notDue",
        coalesce(sum(open_cents) filter (where days between 1 and 30), 0) as "upTo30",
        coalesce(sum(open_cents) filter (where days between 31 and 60), 0) as "upTo60",
        coalesce(sum(open_cents) filter (where days between 61 and 90), 0) as "upTo90",
        coalesce(sum(open_cents) filter (where days > 90), 0) as older
      from aged group by user_id
    ) as sums
    join users on users.id = of_user
    left join credit_limits on credit_limits.user_id = of_user
    order by "notDue" + "upTo30" + "upTo60" + "upTo90" + older desc, email`)
  const sumOf = (rows: SumRow[], bucket: AgeBucket) => rows.reduce((sum, row) => sum + Number(row[bucket]), 0)
  const agesOf = (rows: SumRow[]) =>
    Object.fromEntries(ageBuckets.map((bucket) => [bucket, dollars(sumOf(rows, bucket))])) as OpenItems['ages']
  const openOf = (rows: SumRow[]) => dollars(ageBuckets.reduce((sum, bucket) => sum + sumOf(rows, bucket), 0))
  return {
    open: openOf(sums.rows),
    ages: agesOf(sums.rows),
    customers: sums.rows.slice(0, CUSTOMERS).map((row) => ({
      customerId: row.user_id,
      customer: row.display_name,
      email: row.email,
      open: openOf([row]),
      ages: agesOf([row]),
      limit: row.limit_cents === null ? null : dollars(row.limit_cents),
    })),
    items: items.rows.slice(0, OPEN_ITEMS_ROWS).map((row) => ({
      billId: row.bill_id,
      orderId: row.order_id,
      name: [nameOfOrders(Number(row.position), row.others), ...(row.invoice === null ? [] : [row.invoice])].join(', '),
      customerId: row.user_id,
      customer: row.display_name,
      email: row.email,
      amount: dollars(row.amount_cents),
      open: dollars(row.open_cents),
      placedAt: new Date(row.created_at).toISOString(),
      dueOn: row.due_on,
      ...(row.days_from_dispatch !== null && { daysFromDispatch: row.days_from_dispatch }),
      daysOverdue: row.days_overdue,
      bucket: bucketOf(row.days_overdue),
      reminded: row.reminded,
      ...(row.invoice !== null && { invoice: row.invoice }),
      ...(row.by_delivery && { byDelivery: true }),
    })),
    more: items.rows.length > OPEN_ITEMS_ROWS,
  }
}
