ALTER TABLE "images" ADD COLUMN "url" text;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "discard_after" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "images_by_url" ON "images" USING btree ("url") WHERE "images"."url" is not null;--> statement-breakpoint
CREATE INDEX "images_to_discard" ON "images" USING btree ("discard_after") WHERE "images"."discard_after" is not null;