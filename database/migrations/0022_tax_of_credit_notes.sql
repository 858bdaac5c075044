-- The tax of a credit note is that of its own net amount. Together they give back no more than was invoiced; net and tax of each may be a cent
-- off the exact share.
create or replace function check_paper() returns trigger language plpgsql as $$
declare
  credited invoices;
begin
  if not exists (select from number_series where (series, year) = (new.series, new.year) and last >= new.sequence) then
    raise exception 'a paper without a number' using errcode = 'check_violation', constraint = 'papers_have_numbers', table = 'invoices';
  end if;
  if new.kind = 'credit_note' then
    -- One credit note of an invoice at a time.
    select * into credited from invoices where id = new.invoice_id for no key update;
    if credited.kind <> 'invoice' or credited.bill_id <> new.bill_id
      or (select sum(gross_cents + coalesce((data ->> 'roundingCents')::bigint, 0)) > credited.gross_cents
          or sum(net_cents) > credited.net_cents + count(*) or sum(tax_cents) > credited.tax_cents + count(*)
        from invoices where invoice_id = new.invoice_id)
    then
      raise exception 'more is credited than was invoiced' using errcode = 'check_violation', constraint = 'credit_within_invoice', table = 'invoices';
    end if;
  end if;
  return null;
end $$;
--> statement-breakpoint
-- A cent that is no price with its tax goes into revenue.
create or replace function book_paper() returns trigger language plpgsql as $$
declare
  sign integer := case new.kind when 'invoice' then 1 else -1 end;
  country text := new.data -> 'delivery' ->> 'country';
begin
  if new.kind = 'credit_note' and not exists (select from postings where kind = 'invoice' and ref = new.invoice_id::text) then
    return null; -- of earlier books
  end if;
  perform book(replace(new.kind, '_', '-'), new.id::text, new.bill_id, null, null, new.id,
    array['receivable'] || array_agg(line.account), array[sign * (new.gross_cents + coalesce((new.data ->> 'roundingCents')::bigint, 0))] || array_agg(-sign * line.cents), array[''] || array_agg(line.tax))
  from (
    select account, cents, concat_ws(' ', tax ->> 'category', tax ->> 'rateBp', country) as tax
    from jsonb_array_elements(new.data -> 'taxes') as tax,
      lateral (values (case when (new.data -> 'credited' ->> 'isDiscount')::boolean then 'discounts' else 'revenue' end, (tax ->> 'netCents')::bigint + coalesce((tax ->> 'roundingCents')::bigint, 0)), ('tax_payable', (tax ->> 'taxCents')::bigint)) as side(account, cents)
  ) as line;
  return null;
end $$;
