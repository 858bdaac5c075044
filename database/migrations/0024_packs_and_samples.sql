ALTER TABLE "orders" ADD COLUMN "is_sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "pack_name" text;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "pack_pieces" integer;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "sample_pieces" integer;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "sample_price" numeric(12, 4);--> statement-breakpoint
ALTER TABLE "quote_versions" ADD COLUMN "is_sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_pack_bounds" CHECK ("parts"."pack_pieces" between 1 and 1000000000);--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_samples_bounds" CHECK ("parts"."sample_pieces" between 1 and 1000000000);--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_sample_price_positive" CHECK ("parts"."sample_price" > 0);