CREATE TABLE "addresses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"street" text NOT NULL,
	"city" text NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"country" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "addresses_country" CHECK ("addresses"."country" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "order_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_messages_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"side" text NOT NULL,
	"body" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "order_messages_position_unique" UNIQUE("position"),
	CONSTRAINT "order_messages_side_known" CHECK ("order_messages"."side" in ('customer', 'shop'))
);
--> statement-breakpoint
CREATE TABLE "parcels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "parcels_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"quantity" bigint NOT NULL,
	"carrier" text,
	"tracking_number" text,
	"shipped_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "parcels_position_unique" UNIQUE("position"),
	CONSTRAINT "parcels_pieces" CHECK ("parcels"."quantity" > 0),
	CONSTRAINT "parcels_delivered_after_shipping" CHECK ("parcels"."delivered_at" >= "parcels"."shipped_at")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_to" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "parceled_pieces" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "paid_order_mails" text DEFAULT 'each' NOT NULL;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_messages" ADD CONSTRAINT "order_messages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_messages" ADD CONSTRAINT "order_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "addresses_of_user" ON "addresses" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_default" ON "addresses" USING btree ("user_id") WHERE "addresses"."is_default";--> statement-breakpoint
CREATE INDEX "order_messages_of_order" ON "order_messages" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "order_messages_unread" ON "order_messages" USING btree ("side","order_id") WHERE "order_messages"."read_at" is null;--> statement-breakpoint
CREATE INDEX "parcels_of_order" ON "parcels" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "parcels_by_tracking_number" ON "parcels" USING btree (upper("tracking_number") text_pattern_ops) WHERE "parcels"."tracking_number" is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_parcels_within_quantity" CHECK ("orders"."parceled_pieces" between 0 and "orders"."quantity");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivered_after_shipping" CHECK ("orders"."delivered_at" is null or "orders"."state" = 'shipped');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_paid_order_mails_known" CHECK ("users"."paid_order_mails" in ('each', 'daily', 'none'));--> statement-breakpoint
-- What was ordered cannot change, but an unpaid order may lose pieces. Its address is fixed as soon as a parcel has left, and
-- then its pieces do not return into stock.
create or replace function check_order_change() returns trigger language plpgsql as $$
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
  if ((new.address, new.ship_to) is distinct from (old.address, old.ship_to) or (new.state = 'refunded' and old.state <> 'refunded'))
     and old.parceled_pieces > 0 then
    raise exception 'order %: a parcel has left', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
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
-- An order that is shipped without naming parcels, also by the previous release, gets one with all pieces that are left.
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
-- `shop.actor` is the user who causes the change, for the rest of the transaction (server/orders/act-as.ts).
create or replace function record_order_event() returns trigger language plpgsql as $$
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
create or replace trigger order_events_of_change after update on orders for each row
  when (old.state <> new.state or old.refunded_cents <> new.refunded_cents or old.dispute is distinct from new.dispute
    or old.quantity <> new.quantity or old.address <> new.address or old.reference is distinct from new.reference
    or old.delivered_at is distinct from new.delivered_at)
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
