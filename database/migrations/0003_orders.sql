-- What is written stays, but for texts of a person. `shop.erasing` is 'on' while a transaction erases personal data
-- (server/customers/erase-customer.ts). Texts may go then; what happened, when, and who did it stays as it is.
create function is_erasing() returns boolean language sql stable as $$
  select current_setting('shop.erasing', true) is not distinct from 'on'
$$;
--> statement-breakpoint
-- The audit log. `shop.sweeping` is 'on' while entries that are too old are deleted (server/platform/audit/sweep-audit.ts).
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasing() then
    if (new.position, new.at, new.actor_id, new.action) is not distinct from (old.position, old.at, old.actor_id, old.action) then
      return new;
    end if;
  end if;
  if tg_op = 'DELETE' and current_setting('shop.sweeping', true) is not distinct from 'on' and old.at < now() - interval '30 days' then
    return old;
  end if;
  raise exception 'the audit log is only added to' using errcode = 'check_violation';
end $$;
--> statement-breakpoint
create trigger audit_change before update or delete on audit_log for each row execute function refuse_audit_change();
--> statement-breakpoint

-- Holds. A hold ends once: as an order or released.
create function check_hold_change() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and old.state <> 'held' then
    raise exception 'hold %: % cannot become %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if (new.user_id, new.part_id, new.quantity, new.unit_price)
     is distinct from (old.user_id, old.part_id, old.quantity, old.unit_price) then
    raise exception 'hold %: what is held cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger hold_change before update on holds for each row execute function check_hold_change();
--> statement-breakpoint

-- States of orders, specification section 4, "Order status": whatever the code does, an order moves only along these arrows. What was
-- ordered cannot change, but an unpaid order may lose pieces. Its address is fixed as soon as a parcel has left, and then its pieces do
-- not return into stock. Its tax was decided when it was placed; the amount is fixed when it is paid.
create function check_order_change() returns trigger language plpgsql as $$
begin
  if (new.hold_id, new.user_id, new.part_id) is distinct from (old.hold_id, old.user_id, old.part_id)
     or ((new.quantity, new.unit_price, new.total_cents) is distinct from (old.quantity, old.unit_price, old.total_cents)
       and (new.state <> 'unpaid' or old.state <> 'unpaid' or new.quantity >= old.quantity)) then
    raise exception 'order %: what was ordered cannot change', old.id using errcode = 'check_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('unpaid', 'cancelling'), ('unpaid', 'cancelled'), ('unpaid', 'paid'),
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
  if new.tax is distinct from old.tax or (new.tax_cents <> old.tax_cents and old.state not in ('unpaid', 'cancelling')) then
    raise exception 'order %: its tax cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger order_change before update on orders for each row execute function check_order_change();
--> statement-breakpoint

-- Events of orders (docs/decisions/0030-events-by-triggers.md). What happened stays written.
create function refuse_order_event_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasing() then
    if (new.position, new.order_id, new.at, new.kind, new.actor_id)
       is not distinct from (old.position, old.order_id, old.at, old.kind, old.actor_id) then
      return new;
    end if;
  end if;
  raise exception 'the events of an order are only added to' using errcode = 'check_violation';
end $$;
--> statement-breakpoint
create trigger order_event_change before update or delete on order_events for each row execute function refuse_order_event_change();
--> statement-breakpoint
-- What the times of an order tell; who did it, where the audit log says so.
create function events_told_by(o orders) returns table (at timestamptz, kind text, actor_id uuid, detail jsonb)
language sql stable as $$
  select told.at, told.kind, coalesce(told.actor_id, (
      select audit_log.actor_id from audit_log where subject = o.id::text and action = told.action order by position desc limit 1)),
    case told.kind when 'refunded' then jsonb_build_object('cents', o.refunded_cents) else '{}' end
  from (values
    (1, o.placed_at, 'placed', o.user_id, null),
    (2, case o.state when 'cancelling' then o.placed_at end, 'cancelling', null, 'cancel-order'),
    (3, o.paid_at, 'paid', o.user_id, null),
    (4, o.shipped_at, 'shipped', null, 'ship-order'),
    (5, o.cancelled_at, 'cancelled', null, 'cancel-order'),
    (6, o.refunded_at, 'refunded', null, 'refund-order')
  ) as told(step, at, kind, actor_id, action)
  where told.at is not null
  order by told.at, told.step
$$;
--> statement-breakpoint
create function record_placed_order() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, at, kind, actor_id, detail) select new.id, told.* from events_told_by(new) told;
  return null;
end $$;
--> statement-breakpoint
create trigger order_events_of_new after insert on orders for each row execute function record_placed_order();
--> statement-breakpoint
-- `shop.actor` is the user who causes the change, for the rest of the transaction (server/orders/set-event-actor.ts).
create function record_order_event() returns trigger language plpgsql as $$
declare
  acting uuid := nullif(current_setting('shop.actor', true), '')::uuid;
begin
  if new.state <> old.state then
    insert into order_events (order_id, kind, actor_id, detail) values (
      new.id, new.state, case new.state when 'paid' then new.user_id else acting end,
      case new.state when 'refunded' then jsonb_build_object('cents', new.refunded_cents) else '{}' end);
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
create trigger order_events_of_change after update on orders for each row
  when (not is_erasing() and (old.state <> new.state or old.refunded_cents <> new.refunded_cents or old.dispute is distinct from new.dispute
    or old.quantity <> new.quantity or old.address <> new.address or old.reference is distinct from new.reference
    or old.delivered_at is distinct from new.delivered_at))
  execute function record_order_event();
--> statement-breakpoint
-- What open screens listen to: an order, and whose it is. A new order is not told: no screen of it is open yet.
create function tell_of_order() returns trigger language plpgsql as $$
begin
  perform pg_notify('order_changed', new.order_id || ' ' || user_id) from orders where id = new.order_id;
  return null;
end $$;
--> statement-breakpoint
create trigger order_event_told after insert on order_events for each row when (new.kind <> 'placed') execute function tell_of_order();
--> statement-breakpoint
create trigger order_message_told after insert or update on order_messages for each row execute function tell_of_order();
--> statement-breakpoint

-- Parcels stay within the pieces of a paid order. The order's row is locked by the update, so two parcels at once are counted together.
create function check_parcel() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'parcel %: it has left', old.id using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' then
    if (new.id, new.order_id, new.quantity, new.shipped_at) is distinct from (old.id, old.order_id, old.quantity, old.shipped_at)
       or (old.delivered_at is not null and new.delivered_at is distinct from old.delivered_at) then
      raise exception 'parcel %: what has left cannot change', old.id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  update orders set parceled_pieces = parceled_pieces + new.quantity
  where id = new.order_id and state in ('paid', 'shipped') and parceled_pieces + new.quantity <= quantity;
  if not found then
    raise exception 'order %: it is not paid, or fewer pieces are left than are in the parcel', new.order_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger parcel_change before insert or update or delete on parcels for each row execute function check_parcel();
--> statement-breakpoint
create function record_parcel_event() returns trigger language plpgsql as $$
declare
  acting uuid := nullif(current_setting('shop.actor', true), '')::uuid;
  told jsonb := jsonb_build_object('parcel', new.id, 'quantity', new.quantity, 'carrier', new.carrier, 'trackingNumber', new.tracking_number);
begin
  if tg_op = 'INSERT' then
    insert into order_events (order_id, kind, actor_id, detail) values (new.order_id, 'parcel', acting, told);
    return null;
  end if;
  if (new.carrier, new.tracking_number) is distinct from (old.carrier, old.tracking_number) then
    insert into order_events (order_id, kind, actor_id, detail) values (new.order_id, 'parcel-corrected', acting,
      told || jsonb_build_object('carrierBefore', old.carrier, 'trackingNumberBefore', old.tracking_number));
  end if;
  if old.delivered_at is null and new.delivered_at is not null then
    insert into order_events (order_id, kind, actor_id, detail) values (new.order_id, 'parcel-delivered', acting, told);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger parcel_events after insert or update on parcels for each row execute function record_parcel_event();
--> statement-breakpoint
-- An order that is shipped without naming parcels gets one with all pieces that are left.
create function ship_what_is_left() returns trigger language plpgsql as $$
begin
  insert into parcels (order_id, quantity)
  select id, quantity - parceled_pieces from orders where id = new.id and parceled_pieces < quantity;
  return null;
end $$;
--> statement-breakpoint
create trigger orders_ship_what_is_left after update of state on orders for each row
  when (old.state = 'paid' and new.state = 'shipped') execute function ship_what_is_left();
--> statement-breakpoint

-- Returns (docs/decisions/0045-returns-count-on-their-order.md). Pieces of a return that count as returned: asked for, until it is known
-- how many have arrived; none of one that was refused or ended before.
create function returned_by(r returns) returns bigint language sql immutable as $$
  select case
    when r.received_pieces is not null then r.received_pieces
    when r.state in ('asked', 'agreed') then r.pieces
    else 0
  end
$$;
--> statement-breakpoint
-- The steps of a return, and its pieces within those that were sent: the check of `orders` refuses more, also where two are asked for
-- at once, because the order's row is locked by the first.
create function check_return() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'return %: it was asked for', old.id using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'asked' or new.received_pieces is not null then
      raise exception 'return %: it is asked for first', new.id using errcode = 'check_violation';
    end if;
    update orders set returned_pieces = returned_pieces + new.pieces where id = new.order_id;
    return new;
  end if;
  if (new.id, new.position, new.order_id, new.pieces, new.reason, new.asked_at)
     is distinct from (old.id, old.position, old.order_id, old.pieces, old.reason, old.asked_at)
     or (old.received_pieces is not null and new.received_pieces is distinct from old.received_pieces) then
    raise exception 'return %: what was asked and received cannot change', old.id using errcode = 'check_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('asked', 'agreed'), ('asked', 'refused'), ('asked', 'closed'), ('agreed', 'received'), ('agreed', 'closed'),
    ('received', 'refunded'), ('received', 'closed')
  ) then
    raise exception 'return %: % cannot become %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if returned_by(new) <> returned_by(old) then
    update orders set returned_pieces = returned_pieces + returned_by(new) - returned_by(old) where id = new.order_id;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger return_change before insert or update or delete on returns for each row execute function check_return();
--> statement-breakpoint
create function record_return_event() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, actor_id, detail) values (new.order_id, 'return-' || new.state, new.actor_id,
    jsonb_build_object('return', new.id, 'quantity', coalesce(new.received_pieces, new.pieces)));
  return null;
end $$;
--> statement-breakpoint
create trigger return_asked after insert on returns for each row execute function record_return_event();
--> statement-breakpoint
create trigger return_stepped after update of state on returns for each row when (old.state <> new.state)
  execute function record_return_event();
--> statement-breakpoint
create function record_restocked() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, actor_id, detail) values (new.id, 'restocked',
    nullif(current_setting('shop.actor', true), '')::uuid, jsonb_build_object('quantity', new.restocked_pieces - old.restocked_pieces));
  return null;
end $$;
--> statement-breakpoint
create trigger orders_restocked after update of restocked_pieces on orders for each row
  when (new.restocked_pieces > old.restocked_pieces) execute function record_restocked();
--> statement-breakpoint
-- A return has at most six pictures, of its own order; an order has at most twelve whose return was not asked for yet.
create function check_return_picture() returns trigger language plpgsql as $$
begin
  perform from orders where id = new.order_id for no key update;
  if new.return_id is not null and not exists (select from returns where id = new.return_id and order_id = new.order_id) then
    raise exception 'picture %: the return is of another order', new.id using errcode = 'check_violation';
  end if;
  if (select count(*) from return_pictures where order_id = new.order_id and return_id is not distinct from new.return_id)
     >= (case when new.return_id is null then 12 else 6 end) then
    raise exception 'picture %: too many', new.id using errcode = 'check_violation', constraint = 'return_pictures_bounded';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger return_picture_change before insert or update of return_id on return_pictures for each row execute function check_return_picture();
--> statement-breakpoint

-- Tax of orders (docs/decisions/0040-tax-is-decided-once.md). The tax in cents of a net amount in cents, rounded half up; `taxOf` of
-- contract/tax.ts does the same.
create function tax_of(net numeric, tax jsonb) returns bigint language sql immutable parallel safe as $$
  select div(2 * net * part + whole, 2 * whole)::bigint
  from (
    select case when known then (calculated ->> 'taxCents')::numeric else (tax ->> 'rateBp')::numeric end as part,
      case when known then (calculated ->> 'netCents')::numeric else 10000 end as whole
    from (
      select tax -> 'calculated' as calculated, coalesce((tax -> 'calculated' ->> 'netCents')::numeric, 0) > 0 as known
    ) as by_provider
  ) as fraction
$$;
--> statement-breakpoint
-- Orders of a group with the same text are taxed together; `taxedTogether` of contract/tax.ts does the same.
create function tax_group(tax jsonb) returns text language sql immutable parallel safe as $$
  select concat_ws(' ', tax ->> 'category', tax ->> 'rateBp', coalesce(tax -> 'calculated' ->> 'id', ''))
$$;
--> statement-breakpoint
create function tax_order() returns trigger language plpgsql as $$
begin
  if new.tax is null then
    new.tax_cents := 0;
  elsif new.group_id is null then
    new.tax_cents := tax_of(new.total_cents, new.tax);
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger orders_tax before insert or update of total_cents, tax on orders for each row execute function tax_order();
--> statement-breakpoint
-- The tax of a group is that of the sum of what is taxed together, shared among its orders by cumulative rounding. Cancelled orders
-- keep the share that they had.
create function share_group_tax(shared_group uuid) returns void language sql as $$
  update orders set tax_cents = share.cents
  from (
    select id, tax_of(sum(total_cents) over so_far, tax) - tax_of(sum(total_cents) over so_far - total_cents, tax) as cents
    from orders
    where group_id = shared_group and tax is not null and state <> 'cancelled'
    window so_far as (partition by tax_group(tax) order by position)
  ) as share
  where orders.id = share.id and orders.tax_cents <> share.cents
$$;
--> statement-breakpoint
create function share_placed_tax() returns trigger language plpgsql as $$
begin
  perform share_group_tax(group_id) from (select distinct group_id from placed where group_id is not null and tax is not null) as taxed;
  return null;
end $$;
--> statement-breakpoint
create trigger orders_share_placed_tax after insert on orders referencing new table as placed
  for each statement execute function share_placed_tax();
--> statement-breakpoint
create function share_changed_tax() returns trigger language plpgsql as $$
begin
  perform share_group_tax(new.group_id);
  return null;
end $$;
--> statement-breakpoint
create trigger orders_share_changed_tax after update of state, total_cents on orders for each row
  when (new.group_id is not null and new.tax is not null
    and (old.total_cents <> new.total_cents or (new.state = 'cancelled' and old.state <> 'cancelled')))
  execute function share_changed_tax();
--> statement-breakpoint

-- Webhooks. Queues an event for the owner's endpoints that take it, once for each `event_ref`. The endpoints stay locked until the
-- transaction ends: one that is being deleted would otherwise let the transaction of the event fail.
create function queue_webhook(owner uuid, told text, object uuid, event_ref text, data json) returns void language sql as $$
  insert into webhook_deliveries (webhook_id, event, object_id, ref, body, give_up_at)
  select hook.id, told, object, event_ref,
    json_build_object('type', told, 'timestamp', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', data),
    now() + interval '3 days'
  from (
    select id from webhooks where user_id = owner and told = any(events) and disabled_at is null order by position for key share
  ) as hook
  where exists (select from users where id = owner and disabled_at is null)
  on conflict (webhook_id, ref) do nothing
$$;
--> statement-breakpoint
create function queue_order_webhook() returns trigger language plpgsql as $$
begin
  perform queue_webhook(
    o.user_id, 'order.' || case new.kind when 'refund-changed' then 'refunded' else new.kind end, o.id, 'order ' || new.position,
    json_build_object('_id', o.id, 'number', 'O-' || lpad(o.position::text, greatest(6, length(o.position::text)), '0'),
      'state', case when o.delivered_at is null then o.state else 'delivered' end, 'refundedTotal', (o.refunded_cents / 100.0)::float8))
  from orders as o
  where o.id = new.order_id and exists (select from webhooks where user_id = o.user_id and disabled_at is null);
  return null;
end $$;
--> statement-breakpoint
create trigger order_event_to_webhooks after insert on order_events for each row
  when (new.kind in ('paid', 'shipped', 'delivered', 'cancelled', 'refunded', 'refund-changed'))
  execute function queue_order_webhook();
