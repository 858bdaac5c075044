CREATE TABLE "cxml_answers" (
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "cxml_answers_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"parcel_id" uuid,
	"ref" text NOT NULL,
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
	CONSTRAINT "cxml_answers_position_unique" UNIQUE("position"),
	CONSTRAINT "cxml_answers_once" UNIQUE("group_id","ref"),
	CONSTRAINT "cxml_answers_kind_known" CHECK ("cxml_answers"."kind" in ('confirmation', 'ship-notice')),
	CONSTRAINT "cxml_answers_parcel" CHECK (("cxml_answers"."kind" = 'ship-notice') = ("cxml_answers"."parcel_id" is not null)),
	CONSTRAINT "cxml_answers_one_end" CHECK (num_nonnulls("cxml_answers"."run_after", "cxml_answers"."delivered_at", "cxml_answers"."given_up_at") = 1)
);
--> statement-breakpoint
ALTER TABLE "webhooks" DROP CONSTRAINT "webhooks_events_known";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stage" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stage_set_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stage_day" date;--> statement-breakpoint
ALTER TABLE "punchout_connections" ADD COLUMN "answers_url" text;--> statement-breakpoint
ALTER TABLE "punchout_connections" ADD COLUMN "answers_secret" text;--> statement-breakpoint
ALTER TABLE "punchout_orders" ADD COLUMN "connection_id" uuid;--> statement-breakpoint
ALTER TABLE "punchout_orders" ADD COLUMN "seller_domain" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "punchout_orders" ADD COLUMN "seller_identity" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "punchout_orders" ADD COLUMN "lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cxml_answers" ADD CONSTRAINT "cxml_answers_group_id_punchout_orders_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."punchout_orders"("group_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cxml_answers" ADD CONSTRAINT "cxml_answers_parcel_id_parcels_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."parcels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cxml_answers_due" ON "cxml_answers" USING btree ("run_after") WHERE "cxml_answers"."run_after" is not null;--> statement-breakpoint
ALTER TABLE "punchout_orders" ADD CONSTRAINT "punchout_orders_connection_id_punchout_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."punchout_connections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "punchout_orders_of_connection" ON "punchout_orders" USING btree ("connection_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_stage_known" CHECK ("orders"."stage" in ('planned', 'in_production', 'ready'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_stage_set_at_a_time" CHECK (("orders"."stage" is null) = ("orders"."stage_set_at" is null) and ("orders"."stage" is not null or "orders"."stage_day" is null));--> statement-breakpoint
ALTER TABLE "punchout_connections" ADD CONSTRAINT "punchout_connections_answers" CHECK (("punchout_connections"."answers_url" is null) = ("punchout_connections"."answers_secret" is null) and ("punchout_connections"."kind" = 'cxml' or "punchout_connections"."answers_url" is null));--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_events_known" CHECK ("webhooks"."events" <@ array['order.placed', 'order.paid', 'parcel.sent', 'order.shipped', 'order.delivered', 'order.delivery_changed', 'order.stage_changed', 'order.cancelled', 'order.refunded', 'return.changed', 'paper.issued', 'quote.offered', 'quote.expiring', 'part.back_in_stock']);