ALTER TABLE "bill_receipts" DROP CONSTRAINT "bill_receipts_kind_known";--> statement-breakpoint
ALTER TABLE "bill_receipts" DROP CONSTRAINT "bill_receipts_amount";--> statement-breakpoint
ALTER TABLE "postings" DROP CONSTRAINT "postings_kind_known";--> statement-breakpoint
ALTER TABLE "postings" DROP CONSTRAINT "postings_account_known";--> statement-breakpoint
ALTER TABLE "open_items" ADD COLUMN "is_from_dispatch" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "open_items" ADD COLUMN "dispatched_on" date;--> statement-breakpoint
ALTER TABLE "bill_receipts" ADD COLUMN "other_bill_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "is_discount" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bill_receipts" ADD CONSTRAINT "bill_receipts_moved" CHECK (("bill_receipts"."kind" = 'moved') = ("bill_receipts"."other_bill_id" is not null));--> statement-breakpoint
ALTER TABLE "bill_receipts" ADD CONSTRAINT "bill_receipts_kind_known" CHECK ("bill_receipts"."kind" in ('bank', 'hand', 'credit', 'charges', 'moved'));--> statement-breakpoint
ALTER TABLE "bill_receipts" ADD CONSTRAINT "bill_receipts_amount" CHECK ("bill_receipts"."amount_cents" > 0 or ("bill_receipts"."kind" = 'moved' and "bill_receipts"."amount_cents" < 0));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_discount_within_refunded" CHECK ("orders"."discount_cents" between 0 and "orders"."refunded_cents");--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_kind_known" CHECK ("postings"."kind" in ('opening', 'payment', 'unmatched-payment', 'receipt', 'bank-receipt', 'bank-receipt-undone', 'given-back', 'write-off', 'refund', 'refund-failed', 'dispute', 'dispute-won', 'dispute-lost', 'invoice', 'credit-note', 'payout', 'payout-paid', 'payout-failed'));--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_account_known" CHECK ("postings"."account" in ('receivable', 'bank', 'card_clearing', 'transfer_clearing', 'payouts_in_transit', 'disputed', 'returns_due', 'tax_payable', 'revenue', 'fees', 'bank_charges', 'discounts', 'dispute_losses', 'differences', 'opening'));