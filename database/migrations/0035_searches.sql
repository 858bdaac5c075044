CREATE TABLE "missed_searches" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"form" text NOT NULL,
	"text" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "missed_searches_day_kind_form_pk" PRIMARY KEY("day","kind","form"),
	CONSTRAINT "missed_searches_kind_known" CHECK ("missed_searches"."kind" in ('search', 'line'))
);
--> statement-breakpoint
CREATE TABLE "search_answers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"form" text NOT NULL,
	"text" text NOT NULL,
	"part_id" uuid,
	"answered_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_answers_form_unique" UNIQUE("form")
);
--> statement-breakpoint
CREATE TABLE "sold_out_looks" (
	"day" date NOT NULL,
	"part_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "sold_out_looks_day_part_id_user_id_pk" PRIMARY KEY("day","part_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "search_answers" ADD CONSTRAINT "search_answers_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sold_out_looks" ADD CONSTRAINT "sold_out_looks_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sold_out_looks" ADD CONSTRAINT "sold_out_looks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_answers_of_part" ON "search_answers" USING btree ("part_id");--> statement-breakpoint
CREATE INDEX "sold_out_looks_of_user" ON "sold_out_looks" USING btree ("user_id");--> statement-breakpoint
create trigger own_change_told after insert or update or delete on search_answers
  for each statement execute function tell_own_connection();
--> statement-breakpoint
create trigger change_told_to_all after insert or update or delete on search_answers
  for each statement execute function tell_all_processes();
--> statement-breakpoint
-- The number of the part that these words mean by the shop's own word; otherwise the words.
create function meant_words(words text) returns text language sql stable parallel safe as $$
  select coalesce(
    (select part_number from search_answers join parts on parts.id = part_id where form = search_form(words) and deleted_at is null),
    words)
$$;
