-- States of orders: a person revives one that ended although its money arrived. Its pieces are taken from stock again, with a hold of its own.
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
