ALTER TABLE "mails" ADD COLUMN "about" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sent_with" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "held_back_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "mails_about" ON "mails" USING btree ("about") WHERE "mails"."about" is not null;--> statement-breakpoint
CREATE INDEX "mails_to_mailbox" ON "mails" USING btree (regexp_replace("recipient", '\+[^@]*@', '@'),"attempted_at");