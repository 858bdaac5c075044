import { sql } from 'drizzle-orm'
import { NUMBER_SERIES, type InvoiceData } from '#contract/payments/invoices.ts'
import type { Transaction } from '#database/connect.ts'
import { invoices, numberSeries } from '#database/tables/invoices.ts'

/** A paper without number and day of issue. */
export type PaperDraft = Omit<InvoiceData, 'number' | 'issuedOn' | 'period'> & { period: { from: string } }

type Belongs = { userId: string; billKind: 'order' | 'group'; billId: string; invoiceId?: string }

/** An issued invoice or credit note. */
export type IssuedPaper = { id: string; number: string }

/**
 * Takes the next number and writes the paper with it, in one statement. The row of the number series stays locked until the transaction
 * ends: everything else in the transaction comes before, and a transaction that fails gives the number back. Day and year are of the
 * database's clock, UTC.
 */
export async function writePaper(
  tx: Transaction,
  draft: PaperDraft,
  { userId, billKind, billId, invoiceId }: Belongs,
): Promise<IssuedPaper> {
  const series = NUMBER_SERIES[draft.kind]
  const today = sql`(clock_timestamp() at time zone 'UTC')::date`
  const orderNumbers = [...new Set(draft.lines.map(({ orderNumber }) => orderNumber))]
  const { rows } = await tx.execute<IssuedPaper>(sql`
    with taken as (
      insert into ${numberSeries} as known (series, year, last, issued_on)
      select ${series}, extract(year from today), 1, today from (select ${today} as today) as clock
      on conflict (series, year) do update set last = known.last + 1, issued_on = greatest(known.issued_on, excluded.issued_on)
      returning series, year, last, issued_on
    ), numbered as (
      select *, series || '-' || year || '-' || lpad(last::text, greatest(6, length(last::text)), '0') as number from taken
    )
    insert into ${invoices} (
      kind, series, year, sequence, number, issued_on, user_id, bill_kind, bill_id, invoice_id, buyer_name, order_numbers,
      net_cents, tax_cents, gross_cents, data
    )
    select ${draft.kind}, series, year, last, number, issued_on, ${userId}::uuid, ${billKind}, ${billId}::uuid, ${invoiceId ?? null}::uuid,
      ${draft.buyer.name}, array(select jsonb_array_elements_text(${JSON.stringify(orderNumbers)}::jsonb)),
      ${draft.netCents}::bigint, ${draft.taxCents}::bigint, ${draft.grossCents}::bigint,
      jsonb_set(
        ${JSON.stringify(draft)}::jsonb || jsonb_build_object('number', number, 'issuedOn', issued_on),
        '{period,to}', to_jsonb(issued_on)
      )
    from numbered
    returning id, number`)
  return rows[0]! // insert ... returning yields its row
}
