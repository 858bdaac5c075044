CREATE TABLE "webhook_deliveries" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"object_id" uuid NOT NULL,
	"ref" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"run_after" timestamp with time zone DEFAULT now(),
	"claimed_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempted_at" timestamp with time zone,
	"give_up_at" timestamp with time zone NOT NULL,
	"status" integer,
	"answer" text,
	"problem" text,
	"delivered_at" timestamp with time zone,
	"given_up_at" timestamp with time zone,
	CONSTRAINT "webhook_deliveries_id_unique" UNIQUE("id"),
	CONSTRAINT "webhook_deliveries_once" UNIQUE("webhook_id","ref"),
	CONSTRAINT "webhook_deliveries_one_end" CHECK (num_nonnulls("webhook_deliveries"."run_after", "webhook_deliveries"."delivered_at", "webhook_deliveries"."given_up_at") = 1)
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" text NOT NULL,
	"old_secret" text,
	"old_secret_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failing_since" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"disabled_reason" text,
	CONSTRAINT "webhooks_position_unique" UNIQUE("position"),
	CONSTRAINT "webhooks_events_known" CHECK ("webhooks"."events" <@ array['order.paid', 'order.shipped', 'order.delivered', 'order.cancelled', 'order.refunded', 'quote.expiring', 'part.back_in_stock']),
	CONSTRAINT "webhooks_disabled_for_a_reason" CHECK (("webhooks"."disabled_at" is null) = ("webhooks"."disabled_reason" is null)),
	CONSTRAINT "webhooks_disabled_reason_known" CHECK ("webhooks"."disabled_reason" in ('owner', 'failing', 'gone')),
	CONSTRAINT "webhooks_old_secret_ends" CHECK (("webhooks"."old_secret" is null) = ("webhooks"."old_secret_until" is null))
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_webhook" ON "webhook_deliveries" USING btree ("webhook_id","position");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("run_after") WHERE "webhook_deliveries"."run_after" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_in_order" ON "webhook_deliveries" USING btree ("webhook_id","object_id","position") WHERE "webhook_deliveries"."run_after" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_claimed" ON "webhook_deliveries" USING btree ("claimed_until") WHERE "webhook_deliveries"."claimed_until" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_time" ON "webhook_deliveries" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_of_user" ON "webhooks" USING btree ("user_id","position");--> statement-breakpoint
-- Queues an event for the owner's endpoints that take it, once for each `event_ref`. The endpoints stay locked until the transaction ends:
-- one that is being deleted would otherwise let the transaction of the event fail.
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
