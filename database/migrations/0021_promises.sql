CREATE TABLE "made_months" (
	"part_id" uuid NOT NULL,
	"month" date NOT NULL,
	"promised_pieces" bigint NOT NULL,
	CONSTRAINT "made_months_part_id_month_pk" PRIMARY KEY("part_id","month"),
	CONSTRAINT "made_months_promised_bounds" CHECK ("made_months"."promised_pieces" between 0 and 1000000000),
	CONSTRAINT "made_months_first_day" CHECK (extract(day from "made_months"."month") = 1)
);
--> statement-breakpoint
CREATE TABLE "promises" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "promises_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"part_id" uuid NOT NULL,
	"expected_id" uuid,
	"month" date,
	"kind" text NOT NULL,
	"pieces" bigint NOT NULL,
	"day" date NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promises_position_unique" UNIQUE("position"),
	CONSTRAINT "promises_kind_known" CHECK ("promises"."kind" in ('promised', 'released', 'arrived')),
	CONSTRAINT "promises_pieces_by_kind" CHECK (case when "promises"."kind" = 'promised' then "promises"."pieces" > 0 else "promises"."pieces" < 0 end),
	CONSTRAINT "promises_one_source" CHECK (("promises"."expected_id" is null) <> ("promises"."month" is null)),
	CONSTRAINT "promises_arrive_by_delivery" CHECK ("promises"."kind" <> 'arrived' or "promises"."expected_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "expected_goods" ADD COLUMN "promised_pieces" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "promised" jsonb;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "made_monthly" bigint;--> statement-breakpoint
ALTER TABLE "made_months" ADD CONSTRAINT "made_months_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promises" ADD CONSTRAINT "promises_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promises" ADD CONSTRAINT "promises_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promises" ADD CONSTRAINT "promises_expected_id_expected_goods_id_fk" FOREIGN KEY ("expected_id") REFERENCES "public"."expected_goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promises_of_order" ON "promises" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "promises_of_delivery" ON "promises" USING btree ("expected_id") WHERE "promises"."expected_id" is not null;--> statement-breakpoint
CREATE INDEX "promises_of_month" ON "promises" USING btree ("part_id","month") WHERE "promises"."month" is not null;--> statement-breakpoint
ALTER TABLE "expected_goods" ADD CONSTRAINT "expected_goods_promised_bounds" CHECK ("expected_goods"."promised_pieces" between 0 and "expected_goods"."pieces");--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_made_monthly_bounds" CHECK ("parts"."made_monthly" between 0 and 1000000000);