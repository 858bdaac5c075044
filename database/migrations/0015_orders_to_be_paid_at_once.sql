ALTER TABLE "holds" ADD COLUMN "at_once" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "at_once" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "holds_at_once_of_user" ON "holds" USING btree ("user_id","created_at") WHERE "holds"."at_once";--> statement-breakpoint
CREATE INDEX "holds_at_once_of_network" ON "holds" USING btree ("network","created_at") WHERE "holds"."at_once" and "holds"."network" is not null;