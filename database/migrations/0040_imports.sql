CREATE TABLE "import_rows" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"fields" jsonb NOT NULL,
	"problems" jsonb NOT NULL,
	"number_form" text NOT NULL,
	"part_id" uuid,
	"before" jsonb,
	"place" bigint,
	CONSTRAINT "import_rows_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "imports_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"file_name" text NOT NULL,
	"sets_stock" boolean NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"stop_asked" boolean DEFAULT false NOT NULL,
	"actor_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"written_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	CONSTRAINT "imports_position_unique" UNIQUE("position"),
	CONSTRAINT "imports_state_known" CHECK (state in ('open', 'written', 'undone'))
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_to_write" ON "import_rows" USING btree ("import_id","place") WHERE "import_rows"."place" is not null;--> statement-breakpoint
-- The fields of a part that a file can have, in the form in which both are compared.
create function part_values(part parts) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object('partNumber', part.part_number, 'name', part.name, 'description', part.description, 'price', part.price::text,
    'priceBreaks', part.price_breaks, 'leadDays', part.lead_days, 'available', part.available, 'img', part.img)
$$;
--> statement-breakpoint
-- A field as the history of a part has it: a ladder as its steps.
create function history_text(field text, value jsonb) returns text language sql immutable parallel safe as $$
  select case field
    when 'priceBreaks' then
      (select '[' || coalesce(string_agg(format('[%s,"%s"]', step ->> 'from', step ->> 'price'), ',' order by at), '') || ']'
       from jsonb_array_elements(value) with ordinality as steps (step, at))
    else value #>> '{}'
  end
$$;
--> statement-breakpoint
-- The rows of an import beside the catalogue as it is now: which part each is, what it would change, and what is wrong with it.
create function compared_import(asked uuid)
returns table (row_number integer, cells jsonb, fields jsonb, part_id uuid, state text, changes jsonb, problems jsonb)
language sql stable rows 1000 as $$
  with compared as (
    select entry.row, entry.cells, entry.fields, entry.problems, entry.number_form, part.id as part_id, part.price, part.price_breaks, part.img,
      entry.number_form <> '' and count(*) over (partition by entry.number_form) > 1 as is_twice,
      case when part.id is null then '{}' else (
        select coalesce(jsonb_object_agg(key, jsonb_build_array(now -> key, value)), '{}') from jsonb_each(entry.fields)
        where now -> key is distinct from value and (key <> 'available' or import.sets_stock)
      ) end as changes
    from imports as import
    join import_rows as entry on entry.import_id = import.id
    left join parts as part on entry.number_form <> '' and part.search_number = entry.number_form and part.deleted_at is null
    cross join lateral (select part_values(part) as now) as current
    where import.id = asked
  ), judged as (
    select *, problems
      || case when is_twice then '[{"field": "partNumber", "problem": "numberTwice"}]' else '[]'::jsonb end
      || case when part_id is null and number_form ~ '^tf\d+$' then '[{"field": "partNumber", "problem": "numberReserved"}]' else '[]'::jsonb end
      || case when part_id is not null then '[]'::jsonb else (
           select coalesce(jsonb_agg(jsonb_build_object('field', needed, 'problem', 'missing') order by at), '[]')
           from unnest(array['name', 'description', 'price', 'img']) with ordinality as need (needed, at)
           where not fields ? needed and not problems @> jsonb_build_array(jsonb_build_object('field', needed))
         ) end
      || case when (fields ? 'price' or fields ? 'priceBreaks') and (fields ? 'price' or part_id is not null)
           and not price_breaks_fall(coalesce((fields ->> 'price')::numeric, price), coalesce(fields -> 'priceBreaks', price_breaks, '[]'))
         then '[{"field": "price", "problem": "ladderAbove"}]' else '[]'::jsonb end
      || case when fields ? 'img' and fields ->> 'img' is distinct from img and not exists (
           select from images where images.discard_after is null
             and (images.url = fields ->> 'img' or images.url is null and images.name = substr(fields ->> 'img', length('/images/') + 1)
                  and starts_with(fields ->> 'img', '/images/')))
         then '[{"field": "img", "problem": "picture"}]' else '[]'::jsonb end as all_problems
    from compared
  )
  select row, cells, fields, part_id,
    case when all_problems <> '[]' then 'wrong' when part_id is null then 'new' when changes = '{}' then 'same' else 'changed' end,
    changes, all_problems
  from judged
$$;
--> statement-breakpoint
-- Whether a price falls by more than so many per cent, for the minimum order or at a step of either ladder.
create function falls_beyond(price numeric, breaks jsonb, new_price numeric, new_breaks jsonb, most_percent integer)
returns boolean language sql immutable parallel safe as $$
  select exists (
    select from (
      select 1000::bigint as pieces
      union select (step ->> 'from')::bigint from jsonb_array_elements(breaks || new_breaks) as step
    ) as bought
    where unit_price_at(new_price, new_breaks, pieces) * 100 < unit_price_at(price, breaks, pieces) * (100 - most_percent)
  )
$$;
