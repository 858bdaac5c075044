CREATE TABLE "expected_goods" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"part_id" uuid NOT NULL,
	"expected_on" date NOT NULL,
	"pieces" bigint NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"actor_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"arrived_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "expected_goods_pieces_bounds" CHECK ("expected_goods"."pieces" between 1 and 1000000000),
	CONSTRAINT "expected_goods_closed_once" CHECK ("expected_goods"."arrived_at" is null or "expected_goods"."removed_at" is null)
);
--> statement-breakpoint
CREATE TABLE "low_stock_digests" (
	"day" date PRIMARY KEY NOT NULL,
	"parts" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "told_low_stock" (
	"part_id" uuid PRIMARY KEY NOT NULL,
	"last_move" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "low_stock_below" bigint;--> statement-breakpoint
ALTER TABLE "expected_goods" ADD CONSTRAINT "expected_goods_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expected_goods" ADD CONSTRAINT "expected_goods_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_low_stock" ADD CONSTRAINT "told_low_stock_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "expected_goods_open" ON "expected_goods" USING btree ("part_id","expected_on","created_at") WHERE "expected_goods"."arrived_at" is null and "expected_goods"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "stock_moves_by_time" ON "stock_moves" USING brin ("created_at");--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_low_stock_bounds" CHECK ("parts"."low_stock_below" between 0 and 1000000000);
--> statement-breakpoint
create trigger own_change_told after insert or update or delete on expected_goods
  for each statement execute function tell_own_connection();
--> statement-breakpoint
create trigger change_told_to_all after insert or update or delete on expected_goods
  for each statement execute function tell_all_processes();
