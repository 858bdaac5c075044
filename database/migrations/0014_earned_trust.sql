ALTER TABLE "holds" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "pay_within_minutes" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pay_by" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "holds_of_network" ON "holds" USING btree ("network","part_id") WHERE "holds"."state" = 'held' and "holds"."network" is not null;--> statement-breakpoint
CREATE INDEX "orders_of_user_paid" ON "orders" USING btree ("user_id") WHERE "orders"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_of_network_unpaid" ON "orders" USING btree ("network","part_id") WHERE "orders"."state" in ('unpaid', 'cancelling') and "orders"."network" is not null;