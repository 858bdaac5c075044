ALTER TABLE "orders" DROP CONSTRAINT "orders_refund_within_total";--> statement-breakpoint
ALTER TABLE "postings" DROP CONSTRAINT "postings_account_known";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "freight_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "freight" jsonb;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "freight_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_versions" ADD COLUMN "freight_cents" bigint;--> statement-breakpoint
ALTER TABLE "quote_versions" ADD COLUMN "freight" jsonb;--> statement-breakpoint
ALTER TABLE "sales_of_hours" ADD COLUMN "freight_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_with_freight" ON "orders" USING btree ("position") WHERE "orders"."freight" is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_freight_decided" CHECK ("orders"."freight_cents" between 0 and 1000000000000000 and ("orders"."freight" is not null or "orders"."freight_cents" = 0));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refund_within_total" CHECK ("orders"."refunded_cents" between 0 and "orders"."total_cents" + "orders"."freight_cents" + "orders"."tax_cents");--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_freight_within_amount" CHECK ("payment_refunds"."freight_cents" between 0 and "payment_refunds"."amount_cents");--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_account_known" CHECK ("postings"."account" in ('receivable', 'bank', 'card_clearing', 'transfer_clearing', 'payouts_in_transit', 'disputed', 'returns_due', 'tax_payable', 'revenue', 'freight', 'fees', 'bank_charges', 'discounts', 'dispute_losses', 'differences', 'opening'));--> statement-breakpoint
ALTER TABLE "quote_versions" ADD CONSTRAINT "quote_versions_freight" CHECK ("quote_versions"."freight_cents" between 0 and 1000000000000000 and ("quote_versions"."freight_cents" is null) = ("quote_versions"."freight" is null));