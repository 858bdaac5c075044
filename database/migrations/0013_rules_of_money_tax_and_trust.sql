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
-- What was known of VAT ids, by the last answer.
insert into vat_ids (vat_id, status, answered_at, ask_at)
select distinct on (vat_id) vat_id, vat_id_status, case when vat_id_status <> 'unverified' then coalesce(checked_at, updated_at) end, ask_at
from billing_details where vat_id is not null
order by vat_id, checked_at desc nulls last
on conflict do nothing;
--> statement-breakpoint
-- '19 %', '25.5 %'; empty without a tax.
create function tax_percent(tax jsonb) returns text language sql immutable parallel safe as $$
  select coalesce(trim_scale((tax ->> 'rateBp')::numeric / 100)::text || ' %', '')
$$;
--> statement-breakpoint
create function record_changed_tax() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, actor_id, detail)
  values (new.id, 'tax-changed', nullif(current_setting('shop.actor', true), '')::uuid,
    jsonb_build_object('before', tax_percent(old.tax), 'after', tax_percent(new.tax)));
  return null;
end $$;
--> statement-breakpoint
create trigger order_events_of_tax after update of tax on orders for each row
  when (not is_erasing() and tax_group(old.tax) <> tax_group(new.tax)) execute function record_changed_tax();
--> statement-breakpoint
-- Events about what happens between the states of an order, and about its papers and returns; see queue_webhook.
drop trigger order_event_to_webhooks on order_events;
--> statement-breakpoint
create trigger order_event_to_webhooks after insert on order_events for each row
  when (new.kind in ('placed', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded', 'refund-changed'))
  execute function queue_order_webhook();
--> statement-breakpoint
-- How an event about something else names its order.
create function order_in_webhook(o orders) returns json language sql immutable as $$
  select json_build_object('_id', o.id, 'number', 'O-' || lpad(o.position::text, greatest(6, length(o.position::text)), '0'))
$$;
--> statement-breakpoint
-- In the order of the events about its order.
create function queue_parcel_webhook() returns trigger language plpgsql as $$
begin
  perform queue_webhook(o.user_id, 'parcel.sent', o.id, 'parcel ' || new.id,
    json_build_object('_id', new.id, 'order', order_in_webhook(o), 'pieces', new.quantity,
      'left', o.quantity - o.parceled_pieces - o.withdrawn_pieces, 'carrier', new.carrier, 'trackingNumber', new.tracking_number))
  from orders as o
  where o.id = new.order_id and exists (select from webhooks where user_id = o.user_id and disabled_at is null);
  return null;
end $$;
--> statement-breakpoint
create trigger parcel_to_webhooks after insert on parcels for each row execute function queue_parcel_webhook();
--> statement-breakpoint
create function queue_return_webhook() returns trigger language plpgsql as $$
begin
  perform queue_webhook(o.user_id, 'return.changed', new.id, 'return ' || new.id || ' ' || new.state,
    json_build_object('_id', new.id, 'number', 'R-' || lpad(new.position::text, greatest(6, length(new.position::text)), '0'),
      'order', order_in_webhook(o), 'state', new.state, 'pieces', coalesce(new.received_pieces, new.pieces)))
  from orders as o
  where o.id = new.order_id and exists (select from webhooks where user_id = o.user_id and disabled_at is null);
  return null;
end $$;
--> statement-breakpoint
create trigger return_to_webhooks after insert on returns for each row execute function queue_return_webhook();
--> statement-breakpoint
create trigger return_step_to_webhooks after update of state on returns for each row when (old.state <> new.state)
  execute function queue_return_webhook();
--> statement-breakpoint
create function queue_paper_webhook() returns trigger language plpgsql as $$
begin
  perform queue_webhook(new.user_id, 'paper.issued', new.id, 'paper ' || new.id,
    json_build_object('_id', new.id, 'number', new.number, 'kind', new.kind, 'orders', new.order_numbers, 'total', (new.gross_cents / 100.0)::float8))
  where exists (select from webhooks where user_id = new.user_id and disabled_at is null);
  return null;
end $$;
--> statement-breakpoint
create trigger paper_to_webhooks after insert on invoices for each row execute function queue_paper_webhook();
--> statement-breakpoint
-- States of orders: a person revives one that ended although its money arrived. Its pieces are taken from stock again, with a hold of its own.
-- The tax of an unpaid order may be decided anew: after its address was corrected, and when the register has answered about its VAT id.
create or replace function check_order_change() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.part_id) is distinct from (old.user_id, old.part_id)
     or (new.hold_id <> old.hold_id and (old.state, new.state) <> ('cancelled', 'unpaid'))
     or ((new.quantity, new.unit_price, new.total_cents) is distinct from (old.quantity, old.unit_price, old.total_cents)
       and (new.state <> 'unpaid' or old.state <> 'unpaid' or new.quantity >= old.quantity)) then
    raise exception 'order %: what was ordered cannot change', old.id using errcode = 'check_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('unpaid', 'cancelling'), ('unpaid', 'cancelled'), ('unpaid', 'paid'), ('cancelled', 'unpaid'),
    ('cancelling', 'cancelled'), ('cancelling', 'paid'), ('paid', 'shipped'), ('paid', 'refunded')
  ) then
    raise exception 'order %: % cannot become %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if old.transaction_id is not null and new.transaction_id is distinct from old.transaction_id then
    raise exception 'order %: the transaction cannot change', old.id using errcode = 'check_violation';
  end if;
  if old.delivered_at is not null and new.delivered_at is distinct from old.delivered_at then
    raise exception 'order %: it was delivered', old.id using errcode = 'check_violation';
  end if;
  if (((new.address, new.ship_to) is distinct from (old.address, old.ship_to) and not is_erasing())
      or (new.state = 'refunded' and old.state <> 'refunded'))
     and old.parceled_pieces > 0 then
    raise exception 'order %: a parcel has left', old.id using errcode = 'check_violation';
  end if;
  if (new.tax is distinct from old.tax and (old.state, new.state) is distinct from ('unpaid', 'unpaid'))
     or (new.tax_cents <> old.tax_cents and old.state not in ('unpaid', 'cancelling')) then
    raise exception 'order %: its tax cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- `shop.actor` is the user who causes the change, for the rest of the transaction (server/orders/set-event-actor.ts).
create or replace function record_order_event() returns trigger language plpgsql as $$
declare
  acting uuid := nullif(current_setting('shop.actor', true), '')::uuid;
begin
  if new.state <> old.state then
    insert into order_events (order_id, kind, actor_id, detail) values (
      new.id, case old.state when 'cancelled' then 'revived' else new.state end, case new.state when 'paid' then new.user_id else acting end,
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
--> statement-breakpoint
-- Orders of a group share their tax with one that is revived, too.
drop trigger orders_share_changed_tax on orders;
--> statement-breakpoint
create trigger orders_share_changed_tax after update of state, total_cents, tax on orders for each row
  when (new.group_id is not null and coalesce(new.tax, old.tax) is not null
    and (old.total_cents <> new.total_cents or old.tax is distinct from new.tax or (new.state = 'cancelled') <> (old.state = 'cancelled')))
  execute function share_changed_tax();
--> statement-breakpoint
-- What was left of a movement is used for a bill after all.
create function book_over_reduced() returns trigger language plpgsql as $$
begin
  perform book('bank-receipt-undone', next_ref('bank-receipt-undone', old.movement_id::text), null, null, null, null,
    array['returns_due', 'bank'], array[old.over_cents - new.over_cents, new.over_cents - old.over_cents]);
  return null;
end $$;
--> statement-breakpoint
create trigger bank_over_reduced after update of over_cents on bank_decisions for each row
  when (old.over_cents > new.over_cents) execute function book_over_reduced();
--> statement-breakpoint
-- A bill on account with an offer's lead time is due from the day on which the last of it leaves.
create function date_open_item() returns trigger language plpgsql as $$
begin
  update open_items set dispatched_on = current_date, due_on = current_date + net_days
  where bill_id = coalesce(new.group_id, new.id) and is_from_dispatch and dispatched_on is null
    and not exists (select from orders where (orders.id = bill_id or orders.group_id = bill_id) and orders.state = 'paid');
  return null;
end $$;
--> statement-breakpoint
create trigger orders_date_open_item after update of state on orders for each row
  when (old.state = 'paid' and new.state in ('shipped', 'refunded')) execute function date_open_item();
--> statement-breakpoint
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
-- Invoices in the books, or with the signs turned credit notes, those of discounts on an account of their own. Revenue and tax by category,
-- rate and country of delivery. A cent that is no price with its tax goes into revenue.
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
