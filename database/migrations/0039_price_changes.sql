CREATE TABLE "changed_prices" (
	"change_id" uuid NOT NULL,
	"part_id" uuid NOT NULL,
	"price_before" numeric(12, 4) NOT NULL,
	"breaks_before" jsonb NOT NULL,
	"price_after" numeric(12, 4) NOT NULL,
	"breaks_after" jsonb NOT NULL,
	CONSTRAINT "changed_prices_change_id_part_id_pk" PRIMARY KEY("change_id","part_id")
);
--> statement-breakpoint
CREATE TABLE "price_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "price_changes_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"percent" numeric(6, 2) NOT NULL,
	"places" integer NOT NULL,
	"actor_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "price_changes_position_unique" UNIQUE("position")
);
--> statement-breakpoint
ALTER TABLE "changed_prices" ADD CONSTRAINT "changed_prices_change_id_price_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."price_changes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changed_prices" ADD CONSTRAINT "changed_prices_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;