CREATE TABLE "part_relations" (
	"part_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "part_relations_part_id_other_id_pk" PRIMARY KEY("part_id","other_id"),
	CONSTRAINT "part_relations_kind_known" CHECK (kind in ('substitute', 'accessory')),
	CONSTRAINT "part_relations_not_itself" CHECK (part_id <> other_id)
);
--> statement-breakpoint
CREATE TABLE "stock_notices" (
	"part_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_notices_part_id_user_id_pk" PRIMARY KEY("part_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "part_relations" ADD CONSTRAINT "part_relations_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_relations" ADD CONSTRAINT "part_relations_other_id_parts_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_notices" ADD CONSTRAINT "stock_notices_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_notices" ADD CONSTRAINT "stock_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_notices_of_user" ON "stock_notices" USING btree ("user_id");