CREATE INDEX "contact_messages_by_text" ON "contact_messages" USING gin (fold_text("message") gin_trgm_ops,fold_text("name") gin_trgm_ops,fold_text("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "reviews_about" ON "reviews" USING btree ("part_id");--> statement-breakpoint
CREATE INDEX "reviews_by_text" ON "reviews" USING gin (fold_text("review") gin_trgm_ops,fold_text("display_name") gin_trgm_ops,fold_text("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mails_by_text" ON "mails" USING gin (fold_text("recipient") gin_trgm_ops,fold_text("subject") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mails_in_merged" ON "mails" USING btree ("sent_with") WHERE "mails"."sent_with" is not null;