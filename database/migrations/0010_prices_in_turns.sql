ALTER TABLE "changed_prices" ADD COLUMN "is_written" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "price_changes" ADD COLUMN "undone_by" uuid;--> statement-breakpoint
ALTER TABLE "price_changes" ADD COLUMN "underway" text;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;