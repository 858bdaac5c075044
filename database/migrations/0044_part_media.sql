CREATE TABLE "part_documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "part_documents_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"part_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"file_name" text NOT NULL,
	"bytes" integer NOT NULL,
	"name" text NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"type" text,
	"sha256" text,
	"actor_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"discard_after" timestamp with time zone,
	CONSTRAINT "part_documents_position_unique" UNIQUE("position"),
	CONSTRAINT "part_documents_name_unique" UNIQUE("name"),
	CONSTRAINT "part_documents_bytes_bounds" CHECK ("part_documents"."bytes" between 1 and 26214400),
	CONSTRAINT "part_documents_checked" CHECK ("part_documents"."discard_after" is not null or ("part_documents"."type" is not null and "part_documents"."sha256" is not null))
);
--> statement-breakpoint
CREATE TABLE "part_pictures" (
	"part_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"img" text NOT NULL,
	"alt" text NOT NULL,
	CONSTRAINT "part_pictures_part_id_place_pk" PRIMARY KEY("part_id","place"),
	CONSTRAINT "part_pictures_place_bounds" CHECK ("part_pictures"."place" between 0 and 11)
);
--> statement-breakpoint
ALTER TABLE "part_documents" ADD CONSTRAINT "part_documents_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_documents" ADD CONSTRAINT "part_documents_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_pictures" ADD CONSTRAINT "part_pictures_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "part_documents_of_part" ON "part_documents" USING btree ("part_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "part_documents_once" ON "part_documents" USING btree ("part_id","sha256") WHERE "part_documents"."discard_after" is null;--> statement-breakpoint
CREATE INDEX "part_documents_to_discard" ON "part_documents" USING btree ("discard_after") WHERE "part_documents"."discard_after" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "part_pictures_once" ON "part_pictures" USING btree ("part_id","img");--> statement-breakpoint
CREATE INDEX "part_pictures_by_img" ON "part_pictures" USING btree ("img");