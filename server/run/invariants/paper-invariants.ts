import { sql, type SQL } from 'drizzle-orm'

/** What the entries of a list in the data of a paper sum to: net and tax. The freight of a line is beside its price, that of a tax in its net. */
function sumsOf(list: 'lines' | 'taxes'): SQL {
  return sql`(
    select coalesce(sum((entry ->> 'netCents')::bigint + ${list === 'lines' ? sql`coalesce((entry ->> 'freightCents')::bigint, 0)` : sql`0`}), 0), coalesce(sum((entry ->> 'taxCents')::bigint), 0)
    from jsonb_array_elements(data -> ${list}::text) as entry)`
}

/** Deliveries with an invoice of their own whose sum is not the share of their pieces, or not that of their open item. */
const brokenDeliveries = sql`
  select invoices.number
  from open_items as item
  join parcels on parcels.id = item.bill_id
  join orders on orders.id = parcels.order_id
  left join invoices on invoices.bill_id = item.bill_id and invoices.kind = 'invoice'
  cross join lateral (
    select sum(quantity) as pieces from parcels as sent where sent.order_id = orders.id and sent.position <= parcels.position
  ) as until
  where item.part_of is not null and (item.amount_cents, item.part_of, invoices.gross_cents) is distinct from (
    invoices.gross_cents, coalesce(orders.group_id, orders.id), due_until(orders, pieces) - due_until(orders, pieces - parcels.quantity))`

/** Number series with a gap, papers whose lines or tax breakdown do not add up to their totals, and invoices of deliveries that are not their share. */
export const brokenPapers = sql`
  select taken.series || ' ' || taken.year
  from number_series taken
  where taken.last <> (select count(*) from invoices where (series, year) = (taken.series, taken.year))
  union all
  ${brokenDeliveries}
  union all
  select number
  from invoices
  where (net_cents, tax_cents) <> ${sumsOf('lines')}
    or (net_cents, tax_cents) <> ${sumsOf('taxes')}
    or (number, net_cents, tax_cents, gross_cents) is distinct from (
      data ->> 'number', (data ->> 'netCents')::bigint, (data ->> 'taxCents')::bigint, (data ->> 'grossCents')::bigint)`
