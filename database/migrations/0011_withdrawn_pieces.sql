ALTER TABLE "orders" DROP CONSTRAINT "orders_returns_within_sent";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_restocked_within_returned";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "withdrawn_pieces" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "withdrawn_pieces" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_withdrawn_within_unsent" CHECK ("orders"."withdrawn_pieces" >= 0 and "orders"."parceled_pieces" + "orders"."withdrawn_pieces" <= "orders"."quantity");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_withdrawn_ends" CHECK ("orders"."withdrawn_pieces" < "orders"."quantity" or "orders"."state" = 'refunded');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_returns_within_sent" CHECK ("orders"."returned_pieces" between 0 and case when "orders"."state" = 'shipped' then "orders"."quantity" - "orders"."withdrawn_pieces" else "orders"."parceled_pieces" end);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_restocked_within_returned" CHECK ("orders"."restocked_pieces" between 0 and "orders"."returned_pieces" + "orders"."withdrawn_pieces");--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_withdrawn" CHECK ("payment_refunds"."withdrawn_pieces" >= 0);--> statement-breakpoint
-- An order that is shipped without naming parcels gets one with all pieces that are left.
create or replace function ship_what_is_left() returns trigger language plpgsql as $$
begin
  insert into parcels (order_id, quantity)
  select id, quantity - parceled_pieces - withdrawn_pieces from orders
  where id = new.id and parceled_pieces + withdrawn_pieces < quantity;
  return null;
end $$;
--> statement-breakpoint
-- Pieces are withdrawn from an order that is paid and not shipped yet, for good: they may be sold to others.
create function check_withdrawal() returns trigger language plpgsql as $$
begin
  if old.state <> 'paid' or new.withdrawn_pieces < old.withdrawn_pieces then
    raise exception 'order %: these pieces cannot be withdrawn', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger orders_withdrawal before update of withdrawn_pieces on orders for each row
  when (new.withdrawn_pieces <> old.withdrawn_pieces) execute function check_withdrawal();
--> statement-breakpoint
create function record_withdrawal() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, actor_id, detail) values (new.id, 'withdrawn',
    nullif(current_setting('shop.actor', true), '')::uuid, jsonb_build_object('quantity', new.withdrawn_pieces - old.withdrawn_pieces));
  return null;
end $$;
--> statement-breakpoint
create trigger orders_withdrawn after update of withdrawn_pieces on orders for each row
  when (new.withdrawn_pieces > old.withdrawn_pieces) execute function record_withdrawal();
