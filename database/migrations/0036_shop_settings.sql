CREATE TABLE "shop_settings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "shop_settings_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"values" jsonb NOT NULL,
	"saved_by" uuid NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	CONSTRAINT "shop_settings_position_unique" UNIQUE("position")
);
--> statement-breakpoint
ALTER TABLE "shop_settings" ADD CONSTRAINT "shop_settings_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shop_settings_published" ON "shop_settings" USING btree ("position") WHERE "shop_settings"."published_at" is not null;--> statement-breakpoint
create trigger own_change_told after insert or update or delete on shop_settings
  for each statement execute function tell_own_connection();
--> statement-breakpoint
create trigger change_told_to_all after insert or update or delete on shop_settings
  for each statement execute function tell_all_processes();
