-- Charges of banks that the shop bears: a bill is paid with them, and no statement shows them.
create function book_charges() returns trigger language plpgsql as $$
begin
  perform book('write-off', new.id::text, new.bill_id, null, null, null,
    array['bank_charges', 'transfer_clearing'], array[new.amount_cents, -new.amount_cents]);
  return null;
end $$;
--> statement-breakpoint
create trigger charges_booked after insert on bill_receipts for each row
  when (new.kind = 'charges') execute function book_charges();
--> statement-breakpoint
-- Invoices in the books, or with the signs turned credit notes, those of discounts on an account of their own. Revenue and tax by category,
-- rate and country of delivery.
create or replace function book_paper() returns trigger language plpgsql as $$
declare
  sign integer := case new.kind when 'invoice' then 1 else -1 end;
  country text := new.data -> 'delivery' ->> 'country';
begin
  if new.kind = 'credit_note' and not exists (select from postings where kind = 'invoice' and ref = new.invoice_id::text) then
    return null; -- of earlier books
  end if;
  perform book(replace(new.kind, '_', '-'), new.id::text, new.bill_id, null, null, new.id,
    array['receivable'] || array_agg(line.account), array[sign * new.gross_cents] || array_agg(-sign * line.cents), array[''] || array_agg(line.tax))
  from (
    select account, cents, concat_ws(' ', tax ->> 'category', tax ->> 'rateBp', country) as tax
    from jsonb_array_elements(new.data -> 'taxes') as tax,
      lateral (values (case when (new.data -> 'credited' ->> 'isDiscount')::boolean then 'discounts' else 'revenue' end, (tax ->> 'netCents')::bigint), ('tax_payable', (tax ->> 'taxCents')::bigint)) as side(account, cents)
  ) as line;
  return null;
end $$;
--> statement-breakpoint
-- `shop.actor` is the user who causes the change, for the rest of the transaction (server/orders/set-event-actor.ts).
create or replace function record_order_event() returns trigger language plpgsql as $$
declare
  acting uuid := nullif(current_setting('shop.actor', true), '')::uuid;
begin
  if new.state <> old.state then
    insert into order_events (order_id, kind, actor_id, detail) values (
      new.id, new.state, case new.state when 'paid' then new.user_id else acting end,
      case new.state when 'refunded' then jsonb_build_object('cents', new.refunded_cents) else '{}' end);
  elsif new.discount_cents <> old.discount_cents then
    insert into order_events (order_id, kind, actor_id, detail)
    values (new.id, 'discounted', acting, jsonb_build_object('cents', new.discount_cents));
  elsif new.refunded_cents <> old.refunded_cents then
    insert into order_events (order_id, kind, actor_id, detail)
    values (new.id, 'refund-changed', acting, jsonb_build_object('cents', new.refunded_cents));
  end if;
  if new.dispute is distinct from old.dispute then
    insert into order_events (order_id, kind) values (new.id, 'dispute-' || coalesce(new.dispute, 'ended'));
  end if;
  if new.quantity <> old.quantity then
    insert into order_events (order_id, kind, actor_id, detail)
    values (new.id, 'reduced', acting, jsonb_build_object('before', old.quantity::text, 'after', new.quantity::text));
  end if;
  if new.address <> old.address then
    insert into order_events (order_id, kind, actor_id, detail)
    values (new.id, 'address-changed', acting, jsonb_build_object('before', old.address, 'after', new.address));
  end if;
  if new.reference is distinct from old.reference then
    insert into order_events (order_id, kind, actor_id, detail)
    values (new.id, 'reference-changed', acting, jsonb_build_object('before', old.reference, 'after', new.reference));
  end if;
  if old.delivered_at is null and new.delivered_at is not null then
    insert into order_events (order_id, kind, actor_id) values (new.id, 'delivered', acting);
  end if;
  return null;
end $$;
