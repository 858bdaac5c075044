CREATE TABLE "part_changes" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "part_changes_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"part_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"field" text NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL,
	CONSTRAINT "part_changes_position_unique" UNIQUE("position")
);
--> statement-breakpoint
ALTER TABLE "part_changes" ADD CONSTRAINT "part_changes_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_changes" ADD CONSTRAINT "part_changes_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "part_changes_of_part" ON "part_changes" USING btree ("part_id","position");