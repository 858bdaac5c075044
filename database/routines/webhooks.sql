-- Webhooks. Queues an event for the owner's endpoints that take it, once for each `event_ref`. The endpoints stay locked until the
-- transaction ends: one that is being deleted would otherwise let the transaction of the event fail.
create or replace function queue_webhook(owner uuid, told text, object uuid, event_ref text, data json) returns void language sql as $$
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

create or replace function queue_order_webhook() returns trigger language plpgsql as $$
begin
  perform queue_webhook(
    o.user_id, 'order.' || case new.kind when 'refund-changed' then 'refunded' else new.kind end, o.id, 'order ' || new.position,
    json_build_object('_id', o.id, 'number', 'O-' || lpad(o.position::text, greatest(6, length(o.position::text)), '0'),
      'state', case when o.delivered_at is null then o.state else 'delivered' end, 'refundedTotal', (o.refunded_cents / 100.0)::float8))
  from orders as o
  where o.id = new.order_id and exists (select from webhooks where user_id = o.user_id and disabled_at is null);
  return null;
end $$;
create or replace trigger order_events_queue_webhook after insert on order_events for each row
  when (new.kind in ('placed', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded', 'refund-changed'))
  execute function queue_order_webhook();

create or replace function queue_delivery_changed_webhook() returns trigger language plpgsql as $$
begin
  perform queue_webhook(o.user_id, 'order.delivery_changed', o.id, 'order ' || new.position,
    json_build_object('_id', o.id, 'number', 'O-' || lpad(o.position::text, greatest(6, length(o.position::text)), '0'),
      'state', o.state, 'shipBy', new.detail ->> 'after', 'shipByBefore', new.detail ->> 'before'))
  from orders as o
  where o.id = new.order_id and exists (select from webhooks where user_id = o.user_id and disabled_at is null);
  return null;
end $$;
create or replace trigger order_events_queue_delivery_changed after insert on order_events for each row
  when (new.kind = 'delivery-changed') execute function queue_delivery_changed_webhook();

-- How an event about something else names its order.
create or replace function order_in_webhook(o orders) returns json language sql immutable as $$
  select json_build_object('_id', o.id, 'number', 'O-' || lpad(o.position::text, greatest(6, length(o.position::text)), '0'))
$$;

-- In the order of the events about its order.
create or replace function queue_parcel_webhook() returns trigger language plpgsql as $$
begin
  perform queue_webhook(o.user_id, 'parcel.sent', o.id, 'parcel ' || new.id,
    json_build_object('_id', new.id, 'order', order_in_webhook(o), 'pieces', new.quantity,
      'left', o.quantity - o.parceled_pieces - o.withdrawn_pieces, 'carrier', new.carrier, 'trackingNumber', new.tracking_number))
  from orders as o
  where o.id = new.order_id and exists (select from webhooks where user_id = o.user_id and disabled_at is null);
  return null;
end $$;
create or replace trigger parcels_queue_webhook after insert on parcels for each row execute function queue_parcel_webhook();

create or replace function queue_return_webhook() returns trigger language plpgsql as $$
begin
  perform queue_webhook(o.user_id, 'return.changed', new.id, 'return ' || new.id || ' ' || new.state,
    json_build_object('_id', new.id, 'number', 'R-' || lpad(new.position::text, greatest(6, length(new.position::text)), '0'),
      'order', order_in_webhook(o), 'state', new.state, 'pieces', coalesce(new.received_pieces, new.pieces)))
  from orders as o
  where o.id = new.order_id and exists (select from webhooks where user_id = o.user_id and disabled_at is null);
  return null;
end $$;
create or replace trigger returns_queue_webhook after insert on returns for each row execute function queue_return_webhook();
create or replace trigger returns_queue_webhook_of_step after update of state on returns for each row when (old.state <> new.state)
  execute function queue_return_webhook();

create or replace function queue_paper_webhook() returns trigger language plpgsql as $$
begin
  perform queue_webhook(new.user_id, 'paper.issued', new.id, 'paper ' || new.id,
    json_build_object('_id', new.id, 'number', new.number, 'kind', new.kind, 'orders', new.order_numbers, 'total', (new.gross_cents / 100.0)::float8))
  where exists (select from webhooks where user_id = new.user_id and disabled_at is null);
  return null;
end $$;
create or replace trigger invoices_queue_webhook after insert on invoices for each row execute function queue_paper_webhook();

create or replace function queue_stage_webhook() returns trigger language plpgsql as $$
begin
  perform queue_webhook(o.user_id, 'order.stage_changed', o.id, 'order ' || new.position,
    json_build_object('_id', o.id, 'number', 'O-' || lpad(o.position::text, greatest(6, length(o.position::text)), '0'), 'state', o.state,
      'stage', new.detail ->> 'after', 'day', new.detail ->> 'day',
      'stageBefore', new.detail ->> 'before', 'dayBefore', new.detail ->> 'dayBefore'))
  from orders as o
  where o.id = new.order_id and exists (select from webhooks where user_id = o.user_id and disabled_at is null);
  return null;
end $$;
create or replace trigger order_events_queue_stage_changed after insert on order_events for each row
  when (new.kind = 'stage-changed') execute function queue_stage_webhook();
