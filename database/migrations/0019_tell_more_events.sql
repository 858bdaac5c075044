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
