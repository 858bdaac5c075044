CREATE TABLE "attributes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"place" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "attributes_key_unique" UNIQUE("key"),
	CONSTRAINT "attributes_name_unique" UNIQUE("name"),
	CONSTRAINT "attributes_key_form" CHECK ("attributes"."key" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and "attributes"."key" <> 'in'),
	CONSTRAINT "attributes_kind_known" CHECK ("attributes"."kind" in ('number', 'text'))
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"parent_id" uuid,
	"place" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "categories_key_unique" UNIQUE("key"),
	CONSTRAINT "categories_named_once" UNIQUE NULLS NOT DISTINCT("parent_id","name"),
	CONSTRAINT "categories_key_form" CHECK ("categories"."key" ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "category_id" uuid;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "attributes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "facets" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "weight" numeric(12, 3);--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "customs_code" text;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "categories_below" ON "categories" USING btree ("parent_id");--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parts_by_facet" ON "parts" USING gin ("facets") WITH (fastupdate=false) WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_of_category" ON "parts" USING btree ("category_id");--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_weight_positive" CHECK ("parts"."weight" > 0);--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_origin_form" CHECK ("parts"."origin" ~ '^[A-Z]{2}$');--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_customs_code_form" CHECK ("parts"."customs_code" ~ '^[0-9]{6,10}$');
--> statement-breakpoint
-- A category and those above it, the nearest first.
create function category_line(category uuid) returns table (id uuid, key text, name text, level integer) language sql stable rows 4 as $$
  with recursive line as (
    select categories.id, categories.key, categories.name, parent_id, 1 as level from categories where categories.id = category
    union all
    select above.id, above.key, above.name, above.parent_id, line.level + 1 from line join categories as above on above.id = line.parent_id where line.level < 10
  )
  select id, key, name, level from line
$$;
--> statement-breakpoint
create function category_path(category uuid) returns text language sql stable as $$
  select string_agg(name, ' > ' order by level desc) from category_line(category)
$$;
--> statement-breakpoint
create function facets_of(category uuid, attributes jsonb) returns text[] language sql stable as $$
  select array(
    select 'in=' || key from category_line(category)
    union all
    select key || '=' || value from jsonb_each_text(attributes)
  )
$$;
--> statement-breakpoint
create function keep_part_facets() returns trigger language plpgsql as $$
begin
  new.facets := facets_of(new.category_id, new.attributes);
  return new;
end $$;
--> statement-breakpoint
create trigger part_facets_kept before insert or update of category_id, attributes on parts
  for each row execute function keep_part_facets();
--> statement-breakpoint
-- Two moves that close a circle together must not both pass, so whoever moves categories locks the table first (server/categories).
create function keep_category_tree() returns trigger language plpgsql as $$
declare
  above constant integer := (select count(*) from category_line(new.parent_id));
  below constant integer := (
    with recursive tree as (
      select new.id as id, 1 as level union all
      select child.id, tree.level + 1 from tree join categories as child on child.parent_id = tree.id where tree.level < 10
    ) select max(level) from tree
  );
begin
  if new.parent_id is not null and exists (select from category_line(new.parent_id) as line where line.id = new.id) or above + below > 4 then
    raise exception using errcode = 'check_violation', constraint = 'categories_tree', message = 'no tree';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger category_kept_a_tree before insert or update of parent_id on categories
  for each row execute function keep_category_tree();
--> statement-breakpoint
-- Caches of counts by facet are told of parts as if their attributes had changed; purchases change neither.
create function tell_of_facets() returns trigger language plpgsql as $$
begin
  raise info 'table changed' using table = 'attributes';
  perform pg_notify('table_changed', 'attributes');
  return null;
end $$;
--> statement-breakpoint
create trigger facets_told after insert or delete or update of category_id, attributes, deleted_at on parts
  for each statement execute function tell_of_facets();
--> statement-breakpoint
create trigger facets_told after insert or update or delete on attributes for each statement execute function tell_of_facets();
--> statement-breakpoint
create trigger facets_told after insert or update or delete on categories for each statement execute function tell_of_facets();
--> statement-breakpoint
-- As before, with facets: `chosen` is a list of lists; a part has one facet at least of each.
create function find_parts(
  words text, least_stock bigint, least_price numeric, most_price numeric, chosen jsonb, sort text, skip integer, size integer, most integer
) returns table (part_id uuid, place integer, found integer) language plpgsql stable rows 10
  set random_page_cost = 1.1 set jit = off as $$
declare
  -- Fewer are sorted when all are known; among more, a page is soon found on the way through the order asked for.
  few constant integer := 5000;
  form constant text := left(search_form(words), 120);
  -- Without three ASCII letters or digits in a row there is no trigram on every server; then the beginnings of words count.
  has_trigram constant boolean := form ~ '[a-z0-9]{3}';
  typed_words constant text[] := typed_words(words);
  filter text := 'deleted_at is null';
  sorted text;
  begins text;
  within text;
  has_words text;
  with_words text;
  step text;
  meant text := '';
  more uuid[];
  hits uuid[];
  seen integer;
begin
  if least_stock > 0 then filter := filter || format(' and available >= %L', least_stock); end if;
  if least_price is not null then filter := filter || format(' and price >= %L', least_price); end if;
  if most_price is not null then filter := filter || format(' and price <= %L', most_price); end if;
  select filter || coalesce(string_agg(format(' and facets && %L::text[]', array(select jsonb_array_elements_text(one_of))), ''), '')
    into filter from jsonb_array_elements(chosen) as one_of;
  sorted := case sort
    when 'price' then 'price, position'
    when '-price' then 'price desc, position desc'
    when 'name' then 'search_name using ~<~, position'
    when 'available' then 'available desc, position'
    when 'oldest' then 'position'
  end;

  if form = '' then
    execute format('select array(select id from parts where %s order by %s limit %s)', filter, coalesce(sorted, 'position'), most)
      into hits;
  else
    begins := format('(search_number like %1$L or search_name like %1$L)', form || '%');
    if has_trigram then
      within := format('(search_name like %1$L or search_number like %1$L)', '%' || form || '%');
    end if;
    if not has_trigram or exists (select from unnest(typed_words) as word where word !~ '[a-z0-9]{3}') then
      if length(form) > 1 then with_words := parts_with_words(all_words_meant(typed_words, false)); end if;
    elsif cardinality(typed_words) > 1 then
      select string_agg(format('search_name like %L', '%' || word || '%'), ' and ') into has_words from unnest(typed_words) as word;
    end if;

    if sorted is null then
      execute format($q$
        with fits as (
          (select id, 0 as rank, position as tie from parts where %1$s and search_number = %2$L)
          union all
          (select id, 1, row_number() over (order by search_number using ~<~) from parts
           where %1$s and search_number like %3$L order by search_number using ~<~ limit %4$s)
          union all
          (select id, 2, position from parts where %1$s and search_name = %2$L order by position limit %4$s)
          union all
          (select id, 3, position from parts
           where %1$s and id = any (array(select names_one_slip_off(%2$L) union select numbers_one_slip_off(%2$L))))
          union all
          (select id, 4, row_number() over (order by search_name using ~<~, position) from parts
           where %1$s and search_name like %3$L order by search_name using ~<~, position limit %4$s)
        )
        select array(select id from (
          select distinct on (id) id, rank, tie from fits order by id, rank
        ) as once order by rank, tie limit %4$s)
      $q$, filter, form, form || '%', most) into hits;
      foreach step in array array[
        'parts where ' || filter || ' and ' || within,
        'parts where ' || filter || ' and ' || has_words,
        with_words || ' where ' || filter
      ] loop
        continue when step is null or cardinality(hits) >= most;
        execute format('select array(select id from %s order by position limit %s)', step, most) into more;
        continue when more = '{}';
        hits := array(
          select hit from unnest(hits || more) with ordinality as hit_at (hit, at) group by hit order by min(at) limit most
        );
      end loop;
    else
      step := format('parts where %s and (%s)', filter, concat_ws(' or ', coalesce(within, begins), has_words));
      if with_words is not null then
        meant := format('meant as materialized (select id from parts where deleted_at is null and %s union all select id from %s), ',
          coalesce(within, begins), with_words);
        step := format('parts where %s and id in (select id from meant)', filter);
      end if;
      execute format($q$
        with %s hits as materialized (select id, position, search_name, price, available from %s limit %s)
        select count(*), array(select id from hits order by %s limit %s) from hits
      $q$, meant, step, few, sorted, most) into seen, hits;
      if seen = few then
        execute format('%s select array(select id from %s order by %s limit %s)',
          'with ' || nullif(rtrim(meant, ', '), ''), step, sorted, least(skip + size, most)) into hits;
      end if;
    end if;
    if hits = '{}' then hits := parts_alike_to(form, typed_words, filter, sorted); end if;
  end if;

  return query
    select hit, at::integer, coalesce(case when seen = few then most end, cardinality(hits))
    from unnest(hits) with ordinality as hit_at (hit, at)
    where at > skip and at <= skip + size
    union all select null, null, cardinality(hits) where skip >= cardinality(hits);
end $$;
--> statement-breakpoint
create or replace function find_parts(
  words text, least_stock bigint, least_price numeric, most_price numeric, sort text, skip integer, size integer, most integer
) returns table (part_id uuid, place integer, found integer) language sql stable rows 10 as $$
  select * from find_parts(words, least_stock, least_price, most_price, '[]'::jsonb, sort, skip, size, most)
$$;
--> statement-breakpoint
create or replace function part_values(part parts) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object('partNumber', part.part_number, 'name', part.name, 'description', part.description, 'price', part.price::text,
    'priceBreaks', part.price_breaks, 'leadDays', part.lead_days, 'available', part.available, 'img', part.img, 'category', part.category_id,
    'attributes', part.attributes, 'weight', trim_scale(part.weight)::text, 'origin', part.origin, 'customsCode', part.customs_code)
$$;
--> statement-breakpoint
-- A field as the history of a part has it: a ladder as its steps, a category with those above it, attributes by their names.
create or replace function history_text(field text, value jsonb) returns text language sql stable parallel safe as $$
  select coalesce(case field
    when 'priceBreaks' then
      (select '[' || coalesce(string_agg(format('[%s,"%s"]', step ->> 'from', step ->> 'price'), ',' order by at), '') || ']'
       from jsonb_array_elements(value) with ordinality as steps (step, at))
    when 'category' then category_path((value #>> '{}')::uuid)
    when 'attributes' then
      (select string_agg(coalesce(name, given.key) || ': ' || given.value || coalesce(nullif(' ' || unit, ' '), ''), '; ' order by place, name, given.key)
       from jsonb_each_text(value) as given left join attributes on attributes.key = given.key)
    else value #>> '{}'
  end, '')
$$;
--> statement-breakpoint
create or replace function compared_import(asked uuid)
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
         then '[{"field": "img", "problem": "picture"}]' else '[]'::jsonb end
      || case when fields ->> 'category' is not null and not exists (select from categories where id = (fields ->> 'category')::uuid)
         then '[{"field": "category", "problem": "category"}]' else '[]'::jsonb end
      || case when exists (select from jsonb_object_keys(fields -> 'attributes') as given where given not in (select key from attributes))
         then '[{"field": "attributes", "problem": "attributes"}]' else '[]'::jsonb end as all_problems
    from compared
  )
  select row, cells, fields, part_id,
    case when all_problems <> '[]' then 'wrong' when part_id is null then 'new' when changes = '{}' then 'same' else 'changed' end,
    changes, all_problems
  from judged
$$;
