-- Events of orders (docs/decisions/0030-events-by-triggers.md). What happened stays written.
create or replace function refuse_order_event_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasing() then
    if (new.position, new.order_id, new.at, new.kind, new.actor_id)
       is not distinct from (old.position, old.order_id, old.at, old.kind, old.actor_id) then
      return new;
    end if;
  end if;
  raise exception 'the events of an order are only added to' using errcode = 'check_violation';
end $$;
create or replace trigger order_events_refuse_change before update or delete on order_events for each row execute function refuse_order_event_change();

-- What the times of an order tell; who did it, where the audit log says so.
create or replace function events_of_times(o orders) returns table (at timestamptz, kind text, actor_id uuid, detail jsonb)
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

create or replace function record_placed_order() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, at, kind, actor_id, detail) select new.id, told.* from events_of_times(new) told;
  return null;
end $$;
create or replace trigger orders_record_placed after insert on orders for each row execute function record_placed_order();

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
create or replace trigger orders_record_change after update on orders for each row
  when (not is_erasing() and (old.state <> new.state or old.refunded_cents <> new.refunded_cents or old.dispute is distinct from new.dispute
    or old.quantity <> new.quantity or old.address <> new.address or old.reference is distinct from new.reference
    or old.delivered_at is distinct from new.delivered_at))
  execute function record_order_event();

create or replace function record_tax_change() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, actor_id, detail)
  values (new.id, 'tax-changed', nullif(current_setting('shop.actor', true), '')::uuid,
    jsonb_build_object('before', tax_percent(old.tax), 'after', tax_percent(new.tax)));
  return null;
end $$;
create or replace trigger orders_record_tax_change after update of tax on orders for each row
  when (not is_erasing() and tax_group(old.tax) <> tax_group(new.tax)) execute function record_tax_change();

create or replace function record_restocking() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, actor_id, detail) values (new.id, 'restocked',
    nullif(current_setting('shop.actor', true), '')::uuid, jsonb_build_object('quantity', new.restocked_pieces - old.restocked_pieces));
  return null;
end $$;
create or replace trigger orders_record_restocking after update of restocked_pieces on orders for each row
  when (new.restocked_pieces > old.restocked_pieces) execute function record_restocking();

create or replace function record_withdrawal() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, actor_id, detail) values (new.id, 'withdrawn',
    nullif(current_setting('shop.actor', true), '')::uuid, jsonb_build_object('quantity', new.withdrawn_pieces - old.withdrawn_pieces));
  return null;
end $$;
create or replace trigger orders_record_withdrawal after update of withdrawn_pieces on orders for each row
  when (new.withdrawn_pieces > old.withdrawn_pieces) execute function record_withdrawal();

create or replace function record_stage() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, actor_id, detail) values (new.id, 'stage-changed',
    nullif(current_setting('shop.actor', true), '')::uuid,
    jsonb_build_object('before', old.stage, 'after', new.stage, 'dayBefore', old.stage_day, 'day', new.stage_day));
  return null;
end $$;
create or replace trigger orders_record_stage after update of stage, stage_day on orders for each row
  when ((new.stage, new.stage_day) is distinct from (old.stage, old.stage_day)) execute function record_stage();
