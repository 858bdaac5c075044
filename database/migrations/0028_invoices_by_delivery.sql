ALTER TABLE "open_items" ADD COLUMN "by_delivery" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "open_items" ADD COLUMN "part_of" uuid;--> statement-breakpoint
CREATE INDEX "open_items_by_delivery" ON "open_items" USING btree ("bill_id") WHERE "open_items"."by_delivery";--> statement-breakpoint
CREATE INDEX "open_items_of_deliveries" ON "open_items" USING btree ("part_of") WHERE "open_items"."part_of" is not null;--> statement-breakpoint
ALTER TABLE "open_items" ADD CONSTRAINT "open_items_one_or_each" CHECK (not ("open_items"."by_delivery" and "open_items"."part_of" is not null));