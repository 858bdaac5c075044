CREATE TABLE "quote_voidings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"admin_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"quote_id" uuid,
	"quote_version" integer,
	"part_id" uuid,
	"saved_from" timestamp with time zone,
	"saved_to" timestamp with time zone,
	"price_below" numeric(12, 4),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "quote_voidings_one_kind" CHECK (("quote_voidings"."quote_id" is null) = ("quote_voidings"."quote_version" is null)
        and ("quote_voidings"."part_id" is null) = ("quote_voidings"."saved_from" is null)
        and ("quote_voidings"."part_id" is null) = ("quote_voidings"."saved_to" is null)
        and ("quote_voidings"."part_id" is null) <> ("quote_voidings"."quote_id" is null))
);
--> statement-breakpoint
ALTER TABLE "quote_versions" ADD COLUMN "voiding_id" uuid;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "shown_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "hidden_by" uuid;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "quote_voidings" ADD CONSTRAINT "quote_voidings_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_voidings" ADD CONSTRAINT "quote_voidings_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quote_voidings_unfinished" ON "quote_voidings" USING btree ("created_at") WHERE "quote_voidings"."finished_at" is null;--> statement-breakpoint
ALTER TABLE "quote_versions" ADD CONSTRAINT "quote_versions_voiding_id_quote_voidings_id_fk" FOREIGN KEY ("voiding_id") REFERENCES "quote_voidings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_hidden_by_users_id_fk" FOREIGN KEY ("hidden_by") REFERENCES "users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quote_lines_of_part" ON "quote_lines" USING btree ("part_id") WHERE "quote_lines"."part_id" is not null;--> statement-breakpoint
CREATE INDEX "quote_versions_by_time" ON "quote_versions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "quote_versions_of_voiding" ON "quote_versions" USING btree ("voiding_id") WHERE "quote_versions"."voiding_id" is not null;--> statement-breakpoint
CREATE INDEX "reviews_shown" ON "reviews" USING btree ("position") WHERE "reviews"."shown_at" is not null;--> statement-breakpoint
CREATE INDEX "reviews_waiting" ON "reviews" USING btree ("position") WHERE "reviews"."shown_at" is null and "reviews"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "reviews_of_user" ON "reviews" USING btree ("user_id","created_at");--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_one_state" CHECK ("reviews"."shown_at" is null or "reviews"."hidden_at" is null);--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_answered_once" CHECK (("reviews"."answer" is null) = ("reviews"."answered_at" is null));