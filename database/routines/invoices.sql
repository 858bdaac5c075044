-- Invoices and credit notes (docs/decisions/0042-invoices-are-frozen-data.md). An issued paper does not change.
create or replace function refuse_paper_change() returns trigger language plpgsql as $$
begin
  raise exception 'an issued paper does not change' using errcode = 'check_violation', constraint = 'papers_are_kept', table = tg_table_name;
end $$;
create or replace trigger invoices_refuse_change before update or delete on invoices for each row execute function refuse_paper_change();
create or replace trigger invoice_documents_refuse_change before update or delete on invoice_documents for each row execute function refuse_paper_change();

-- Numbers count up by one.
create or replace function check_number_series() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (tg_op = 'INSERT' and new.last <> 1)
    or (tg_op = 'UPDATE' and (new.last <> old.last + 1 or new.issued_on < old.issued_on or (new.series, new.year) <> (old.series, old.year)))
  then
    raise exception 'numbers count up by one' using errcode = 'check_violation', constraint = 'numbers_count_up', table = 'number_series';
  end if;
  return new;
end $$;
create or replace trigger number_series_count_up before insert or update or delete on number_series for each row execute function check_number_series();

-- A number that was taken has its paper by the end of the transaction, and a paper has a number that was taken.
create or replace function check_number_has_paper() returns trigger language plpgsql as $$
begin
  if not exists (select from invoices where (series, year, sequence) = (new.series, new.year, new.last)) then
    raise exception 'a number without a paper' using errcode = 'check_violation', constraint = 'numbers_have_papers', table = 'number_series';
  end if;
  return null;
end $$;
create constraint trigger number_series_have_papers after insert or update on number_series
  deferrable initially deferred for each row execute function check_number_has_paper();

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
create constraint trigger invoices_check after insert on invoices
  not deferrable for each row execute function check_paper();

-- Parcels of orders with an invoice for each delivery (docs/decisions/0083-invoice-for-each-delivery.md) that have none, though something is due for them.
create or replace function deliveries_without_invoice() returns table (id uuid, order_id uuid, "position" bigint, shipped_at timestamptz) language sql stable as $$
  select parcels.id, parcels.order_id, parcels.position, parcels.shipped_at
  from open_items as item
  join orders on orders.id = item.bill_id or orders.group_id = item.bill_id
  join parcels on parcels.order_id = orders.id
  join users on users.id = item.user_id
  -- What is not invoiced yet stands with the order.
  where item.by_delivery and item.amount_cents > 0 and users.erased_at is null
    and not exists (select from invoices where invoices.bill_id = parcels.id and invoices.kind = 'invoice')
    and (
      select due_until(orders, sum(quantity)) > due_until(orders, sum(quantity) - parcels.quantity) from parcels as sent
      where sent.order_id = orders.id and sent.position <= parcels.position
    )
$$;
