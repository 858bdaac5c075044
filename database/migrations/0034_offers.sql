ALTER TABLE "quote_versions" ADD COLUMN "offered_by" uuid;--> statement-breakpoint
ALTER TABLE "quote_versions" ADD COLUMN "terms" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_versions" ADD COLUMN "declined_for" text;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "request" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "requested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "followed_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "quote_versions" ADD CONSTRAINT "quote_versions_offered_by_users_id_fk" FOREIGN KEY ("offered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quotes_asked" ON "quotes" USING btree ("requested_at") WHERE "quotes"."requested_at" is not null;--> statement-breakpoint
ALTER TABLE "quote_versions" ADD CONSTRAINT "quote_versions_declined_for_known" CHECK ("quote_versions"."declined_for" in ('price', 'stock', 'other'));