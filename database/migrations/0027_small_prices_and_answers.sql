ALTER TABLE "contact_messages" ADD COLUMN "quote_id" uuid;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "small_prices" jsonb;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "held_for" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quotes_held" ON "quotes" USING btree ("held_for") WHERE "quotes"."held_for" is not null;