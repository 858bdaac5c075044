ALTER TABLE "orders" ADD COLUMN "paid_by" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "paid_by" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_by_known" CHECK ("orders"."paid_by" in ('card', 'transfer', 'account'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_paid_by_known" CHECK ("payments"."paid_by" in ('card', 'transfer', 'account'));