import { sql, type SQL } from 'drizzle-orm'

/** What the entries of a list in the data of a paper sum to: net and tax. The freight of a line is beside its price, that of a tax in its net. */
function sumsOf(list: 'lines' | 'taxes'): SQL {
  return sql`(
    select coalesce(sum((entry ->> 'netCents')::bigint + ${list === 'lines' ? sql`coalesce((entry ->> 'freightCents')::bigint, 0)` : sql`0`}), 0), coalesce(sum((entry ->> 'taxCents')::bigint), 0)
    from jsonb_array_elements(data -> ${list}::text) as entry)`
}

/** Number series with a gap, and papers whose lines or tax breakdown do not add up to their totals. */
export const brokenPapers = sql`
  select taken.series || ' ' || taken.year
  from number_series taken
  where taken.last <> (select count(*) from invoices where (series, year) = (taken.series, taken.year))
  union all
  select number
  from invoices
  where (net_cents, tax_cents) <> ${sumsOf('lines')}
    or (net_cents, tax_cents) <> ${sumsOf('taxes')}
    or (number, net_cents, tax_cents, gross_cents) is distinct from (
      data ->> 'number', (data ->> 'netCents')::bigint, (data ->> 'taxCents')::bigint, (data ->> 'grossCents')::bigint)`
