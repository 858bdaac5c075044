ALTER TABLE "contact_messages" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(message) || chr(10) || fold_text(name) || chr(10) || fold_text(email)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(recipient) || chr(10) || fold_text(subject)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(review) || chr(10) || fold_text(display_name) || chr(10) || fold_text(coalesce(email, ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "contact_messages_by_text" ON "contact_messages" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mails_by_text" ON "mails" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mails_in_merged" ON "mails" USING btree ("sent_with") WHERE "mails"."sent_with" is not null;--> statement-breakpoint
CREATE INDEX "reviews_about" ON "reviews" USING btree ("part_id");--> statement-breakpoint
CREATE INDEX "reviews_by_text" ON "reviews" USING gin ("search_text" gin_trgm_ops);