CREATE TABLE "inbound_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ref" text NOT NULL,
	"raw" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"run_after" timestamp with time zone DEFAULT now(),
	"attempts" integer DEFAULT 0 NOT NULL,
	"handled_at" timestamp with time zone,
	"outcome" text,
	"sender" text,
	"quote_id" uuid,
	CONSTRAINT "inbound_mails_ref_unique" UNIQUE("ref"),
	CONSTRAINT "inbound_mails_outcome_known" CHECK ("inbound_mails"."outcome" in ('quoted', 'refused', 'silent')),
	CONSTRAINT "inbound_mails_handled_has_outcome" CHECK (("inbound_mails"."handled_at" is null) = ("inbound_mails"."outcome" is null)),
	CONSTRAINT "inbound_mails_raw_until_handled" CHECK (("inbound_mails"."handled_at" is null) = ("inbound_mails"."raw" is not null)),
	CONSTRAINT "inbound_mails_quoted_has_quote" CHECK (("inbound_mails"."outcome" = 'quoted') = ("inbound_mails"."quote_id" is not null) or "inbound_mails"."outcome" is null)
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "in_reply_to" text;--> statement-breakpoint
ALTER TABLE "inbound_mails" ADD CONSTRAINT "inbound_mails_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbound_mails_due" ON "inbound_mails" USING btree ("run_after") WHERE "inbound_mails"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "inbound_mails_of_sender" ON "inbound_mails" USING btree ("sender","handled_at") WHERE "inbound_mails"."sender" is not null;--> statement-breakpoint
CREATE INDEX "inbound_mails_handled" ON "inbound_mails" USING btree ("handled_at");