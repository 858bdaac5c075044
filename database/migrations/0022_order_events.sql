CREATE TABLE "order_events" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_events_of_order" ON "order_events" USING btree ("order_id","position");--> statement-breakpoint
-- What happened stays written.
create function refuse_order_event_change() returns trigger language plpgsql as $$
begin
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
-- `shop.actor` is the user who causes the change, for the rest of the transaction (server/orders/act-as.ts).
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
  return null;
end $$;
--> statement-breakpoint
create function record_placed_order() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, at, kind, actor_id, detail) select new.id, told.* from events_told_by(new) told;
  return null;
end $$;
--> statement-breakpoint
create trigger order_events_of_new after insert on orders for each row execute function record_placed_order();
--> statement-breakpoint
create trigger order_events_of_change after update of state, refunded_cents, dispute on orders for each row
  when (old.state <> new.state or old.refunded_cents <> new.refunded_cents or old.dispute is distinct from new.dispute)
  execute function record_order_event();
--> statement-breakpoint
-- Orders of earlier releases.
insert into order_events (order_id, at, kind, actor_id, detail)
select o.id, told.* from orders o cross join lateral events_told_by(o) told order by o.position, told.at;
