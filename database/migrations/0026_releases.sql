ALTER TABLE "quote_lines" DROP CONSTRAINT "quote_lines_total";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "release" jsonb;--> statement-breakpoint
ALTER TABLE "quote_lines" ADD COLUMN "releases" jsonb;--> statement-breakpoint
ALTER TABLE "quote_lines" ADD CONSTRAINT "quote_lines_total" CHECK ("quote_lines"."total_cents" = round("quote_lines"."unit_price" * "quote_lines"."quantity" * 100)
        or ("quote_lines"."releases" is not null and abs("quote_lines"."total_cents" - "quote_lines"."unit_price" * "quote_lines"."quantity" * 100) <= 12));