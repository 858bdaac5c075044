-- Looser than before, so that no row has to be read: NOT VALID keeps the lock short.
ALTER TABLE "holds" DROP CONSTRAINT "holds_minimum";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_minimum";--> statement-breakpoint
ALTER TABLE "parts" DROP CONSTRAINT "parts_minimum_order_bounds";--> statement-breakpoint
ALTER TABLE "quote_lines" DROP CONSTRAINT "quote_lines_minimum";--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_minimum" CHECK ("holds"."quantity" >= 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_minimum" CHECK ("orders"."quantity" >= 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_minimum_order_bounds" CHECK ("parts"."minimum_order" between 1 and 1000000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "quote_lines" ADD CONSTRAINT "quote_lines_minimum" CHECK ("quote_lines"."quantity" >= 1) NOT VALID;
