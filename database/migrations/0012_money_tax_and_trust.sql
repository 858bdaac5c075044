CREATE TABLE "vat_ids" (
	"vat_id" text PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'unverified' NOT NULL,
	"answered_at" timestamp with time zone,
	"ask_at" timestamp with time zone,
	CONSTRAINT "vat_ids_status_known" CHECK ("vat_ids"."status" in ('valid', 'invalid', 'unverified')),
	CONSTRAINT "vat_ids_answered" CHECK (("vat_ids"."status" = 'unverified') = ("vat_ids"."answered_at" is null))
);
--> statement-breakpoint
ALTER TABLE "bill_receipts" DROP CONSTRAINT "bill_receipts_kind_known";--> statement-breakpoint
ALTER TABLE "bill_receipts" DROP CONSTRAINT "bill_receipts_amount";--> statement-breakpoint
ALTER TABLE "postings" DROP CONSTRAINT "postings_kind_known";--> statement-breakpoint
ALTER TABLE "postings" DROP CONSTRAINT "postings_account_known";--> statement-breakpoint
ALTER TABLE "webhooks" DROP CONSTRAINT "webhooks_events_known";--> statement-breakpoint
ALTER TABLE "open_items" ADD COLUMN "is_from_dispatch" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "open_items" ADD COLUMN "dispatched_on" date;--> statement-breakpoint
ALTER TABLE "bill_receipts" ADD COLUMN "other_bill_id" uuid;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "at_once" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "at_once" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "terms" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "is_discount" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "vat_ids_to_ask" ON "vat_ids" USING btree ("ask_at") WHERE "vat_ids"."ask_at" is not null;--> statement-breakpoint
CREATE INDEX "holds_at_once_of_user" ON "holds" USING btree ("user_id","created_at") WHERE "holds"."at_once";--> statement-breakpoint
CREATE INDEX "holds_at_once_of_network" ON "holds" USING btree ("network","created_at") WHERE "holds"."at_once" and "holds"."network" is not null;--> statement-breakpoint
CREATE INDEX "orders_with_unverified_vat_id" ON "orders" USING btree ("position") WHERE "orders"."tax" ->> 'vatIdStatus' = 'unverified';--> statement-breakpoint
CREATE INDEX "billing_details_by_vat_id" ON "billing_details" USING btree ("vat_id") WHERE "billing_details"."vat_id" is not null;--> statement-breakpoint
ALTER TABLE "bill_receipts" ADD CONSTRAINT "bill_receipts_moved" CHECK (("bill_receipts"."kind" = 'moved') = ("bill_receipts"."other_bill_id" is not null));--> statement-breakpoint
ALTER TABLE "bill_receipts" ADD CONSTRAINT "bill_receipts_kind_known" CHECK ("bill_receipts"."kind" in ('bank', 'hand', 'credit', 'charges', 'moved'));--> statement-breakpoint
ALTER TABLE "bill_receipts" ADD CONSTRAINT "bill_receipts_amount" CHECK ("bill_receipts"."amount_cents" > 0 or ("bill_receipts"."kind" = 'moved' and "bill_receipts"."amount_cents" < 0));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_discount_within_refunded" CHECK ("orders"."discount_cents" between 0 and "orders"."refunded_cents");--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_kind_known" CHECK ("postings"."kind" in ('opening', 'payment', 'unmatched-payment', 'receipt', 'bank-receipt', 'bank-receipt-undone', 'given-back', 'write-off', 'refund', 'refund-failed', 'dispute', 'dispute-won', 'dispute-lost', 'invoice', 'credit-note', 'payout', 'payout-paid', 'payout-failed'));--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_account_known" CHECK ("postings"."account" in ('receivable', 'bank', 'card_clearing', 'transfer_clearing', 'payouts_in_transit', 'disputed', 'returns_due', 'tax_payable', 'revenue', 'fees', 'bank_charges', 'discounts', 'dispute_losses', 'differences', 'opening'));--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_events_known" CHECK ("webhooks"."events" <@ array['order.placed', 'order.paid', 'parcel.sent', 'order.shipped', 'order.delivered', 'order.cancelled', 'order.refunded', 'return.changed', 'paper.issued', 'quote.offered', 'quote.expiring', 'part.back_in_stock']);