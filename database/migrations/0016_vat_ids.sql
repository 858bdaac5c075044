CREATE TABLE "vat_ids" (
	"vat_id" text PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'unverified' NOT NULL,
	"answered_at" timestamp with time zone,
	"ask_at" timestamp with time zone,
	CONSTRAINT "vat_ids_status_known" CHECK ("vat_ids"."status" in ('valid', 'invalid', 'unverified')),
	CONSTRAINT "vat_ids_answered" CHECK (("vat_ids"."status" = 'unverified') = ("vat_ids"."answered_at" is null))
);
--> statement-breakpoint
CREATE INDEX "vat_ids_to_ask" ON "vat_ids" USING btree ("ask_at") WHERE "vat_ids"."ask_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_with_unverified_vat_id" ON "orders" USING btree ("position") WHERE "orders"."tax" ->> 'vatIdStatus' = 'unverified';--> statement-breakpoint
CREATE INDEX "billing_details_by_vat_id" ON "billing_details" USING btree ("vat_id") WHERE "billing_details"."vat_id" is not null;