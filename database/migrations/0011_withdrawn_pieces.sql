ALTER TABLE "orders" DROP CONSTRAINT "orders_returns_within_sent";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_restocked_within_returned";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "withdrawn_pieces" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "withdrawn_pieces" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_withdrawn_within_unsent" CHECK ("orders"."withdrawn_pieces" >= 0 and "orders"."parceled_pieces" + "orders"."withdrawn_pieces" <= "orders"."quantity");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_withdrawn_ends" CHECK ("orders"."withdrawn_pieces" < "orders"."quantity" or "orders"."state" = 'refunded');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_returns_within_sent" CHECK ("orders"."returned_pieces" between 0 and case when "orders"."state" = 'shipped' then "orders"."quantity" - "orders"."withdrawn_pieces" else "orders"."parceled_pieces" end);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_restocked_within_returned" CHECK ("orders"."restocked_pieces" between 0 and "orders"."returned_pieces" + "orders"."withdrawn_pieces");--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_withdrawn" CHECK ("payment_refunds"."withdrawn_pieces" >= 0);
