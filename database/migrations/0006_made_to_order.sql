ALTER TABLE "addresses" ADD COLUMN "state" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "placed_as" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "made_pieces" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_lines" ADD COLUMN "made_to_order" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_made_within_quantity" CHECK ("orders"."made_pieces" between 0 and "orders"."quantity");
