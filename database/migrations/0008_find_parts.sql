-- What a text is made of, for those who look for its words: each stretch without white space as `search_form`, and each piece
-- of it between dashes and the like. Dear, so that the planner asks its index instead.
create function search_words(words text) returns text[] language sql immutable strict parallel safe cost 10000
  return array(
    select left(search_form(word), 60) from regexp_split_to_table(words, '[\s,;]+') as word where search_form(word) <> ''
    union
    select left(search_form(word), 60) from regexp_split_to_table(words, '[\s!-/:-@\[-`{-~]+') as word where search_form(word) <> ''
  );
--> statement-breakpoint
CREATE TABLE "part_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- Words of removed parts stay: they lead to no part, and nobody waits for anybody to take them out.
create function keep_part_words() returns trigger language plpgsql as $$
begin
  insert into part_words select word from unnest(search_words(new.name)) as word order by word on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger part_words_kept after insert or update of name on parts for each row execute function keep_part_words();
--> statement-breakpoint
insert into part_words select distinct word from parts, unnest(search_words(name)) as word;
--> statement-breakpoint
DROP INDEX "parts_by_search_name";--> statement-breakpoint
CREATE INDEX "part_words_by_start" ON "part_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "parts_alike" ON "parts" USING gin ("search_name" gin_trgm_ops,"search_number" gin_trgm_ops) WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_by_word" ON "parts" USING gin (array_to_tsvector(search_words("name"))) WHERE "parts"."deleted_at" is null;--> statement-breakpoint
-- To gather statistics of it would take the words of thousands of names apart each time.
alter index parts_by_word alter column 1 set statistics 0;
--> statement-breakpoint
CREATE INDEX "parts_by_name_start" ON "parts" USING btree ("search_name" text_pattern_ops) WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_by_name_end" ON "parts" USING btree (reverse("search_name") text_pattern_ops) WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_by_number_start" ON "parts" USING btree ("search_number" text_pattern_ops) WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_by_number_end" ON "parts" USING btree (reverse("search_number") text_pattern_ops) WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_by_price" ON "parts" USING btree ("price","position") WHERE "parts"."deleted_at" is null;--> statement-breakpoint
-- How many characters two texts have in common from the first one on.
create function common_start(a text, b text) returns integer language sql immutable parallel safe as $$
  select coalesce(max(length), 0) from generate_series(1, least(length(a), length(b))) as length where left(a, length) = left(b, length)
$$;
--> statement-breakpoint
-- What a text could have been before one slip of the hand at one of these places (from 0): a letter too much, two swapped,
-- one wrong or missing.
create function before_one_slip(form text, first integer, last integer) returns setof text language sql immutable parallel safe as $$
  select left(form, at) || substr(form, at + 2) from generate_series(first, last) as at where at < length(form)
  union
  select left(form, at) || substr(form, at + 2, 1) || substr(form, at + 1, 1) || substr(form, at + 3)
  from generate_series(first, last) as at where at < length(form) - 1
  union
  select left(form, at) || letter || substr(form, at + 1 + swallowed)
  from generate_series(first, last) as at, generate_series(0, 1) as swallowed,
    regexp_split_to_table('abcdefghijklmnopqrstuvwxyz0123456789', '') as letter
  where at + swallowed <= length(form)
$$;
--> statement-breakpoint
-- `names_one_slip_off(form)` and `numbers_one_slip_off(form)`: the parts whose whole name or number is one slip off. What
-- stands before the slip begins some name, what stands behind it ends one: a look into an index from either end tells where
-- the slip can be at all, which is seldom more than a few places. At most 20 parts.
do $do$
declare
  what text;
begin
  foreach what in array array['name', 'number'] loop
    execute format($create$
      create function %1$Is_one_slip_off(form text) returns setof uuid language plpgsql stable as $body$
      declare
        backwards constant text := reverse(form);
        same_start integer;
        same_end integer;
        first integer;
      begin
        if length(form) < 4 then return; end if;
        select max(common_start(form, near)) into same_start from (
          (select %2$I from parts where deleted_at is null and %2$I ~>=~ form order by %2$I using ~<~ limit 1) union all
          (select %2$I from parts where deleted_at is null and %2$I ~<~ form order by %2$I using ~>~ limit 1)
        ) as found (near);
        select max(common_start(backwards, near)) into same_end from (
          (select reverse(%2$I) from parts where deleted_at is null and reverse(%2$I) ~>=~ backwards
           order by reverse(%2$I) using ~<~ limit 1) union all
          (select reverse(%2$I) from parts where deleted_at is null and reverse(%2$I) ~<~ backwards
           order by reverse(%2$I) using ~>~ limit 1)
        ) as found (near);
        first := greatest(length(form) - 2 - same_end, 0);
        if same_start < first then return; end if;
        return query
          select id from parts
          where deleted_at is null and %2$I = any (array(select before_one_slip(form, first, least(same_start, first + 40))))
          order by position limit 20;
      end $body$
    $create$, what, 'search_' || what);
  end loop;
end $do$;
--> statement-breakpoint
-- The words that are meant by one that is typed, as a tsquery: itself, if words begin with it, else those that begin as it
-- would have before a slip, which is nowhere behind the longest beginning that there is. Null where there are none.
create function words_meant(typed text) returns tsquery language plpgsql stable as $$
declare
  same_start integer;
  meant text[];
begin
  select max(common_start(typed, near)) into same_start from (
    (select word from part_words where word ~>=~ typed order by word using ~<~ limit 1) union all
    (select word from part_words where word ~<~ typed order by word using ~>~ limit 1)
  ) as found (near);
  if same_start = length(typed) then return (quote_literal(typed) || ':*')::tsquery; end if;
  if length(typed) not between 3 and 24 then return null; end if;
  select array_agg(quote_literal(before) || ':*') into meant
  from (
    select before from before_one_slip(typed, 0, same_start) as before
    cross join lateral (select word from part_words where word ~>=~ before order by word using ~<~ limit 1) as next
    where length(before) > 2 and starts_with(word, before) limit 10
  ) as likely;
  return array_to_string(meant, ' | ')::tsquery;
end $$;
--> statement-breakpoint
-- The first words of a text, as `search_form`, without single letters.
create function typed_words(words text) returns text[] language sql immutable strict parallel safe as $$
  with forms as (
    select left(search_form(typed), 60) as form, at from regexp_split_to_table(words, '[\s,;]+') with ordinality as split (typed, at)
  ), counting as (
    select form, min(at) as at from forms where length(form) > 1 group by form order by 2 limit 6
  )
  select coalesce(array_agg(form order by at), '{}') from counting
$$;
--> statement-breakpoint
-- Words as a tsquery that names fit which have for each of them a word that begins so; with `slips`, also one that begins like
-- it. Null where nothing can fit.
create function all_words_meant(typed_words text[], slips boolean) returns tsquery language plpgsql stable as $$
declare
  word text;
  meant tsquery;
  whole tsquery;
begin
  foreach word in array typed_words loop
    meant := case when slips then words_meant(word) else (quote_literal(word) || ':*')::tsquery end;
    if meant is null then return null; end if;
    whole := coalesce(whole && meant, meant);
  end loop;
  return whole;
end $$;
--> statement-breakpoint
-- What a search falls back on: at most 60 parts with words like the typed ones, else those whose names look like the text.
create function parts_alike_to(form text, typed_words text[], filter text, sorted text) returns uuid[] language plpgsql stable as $$
declare
  meant constant tsquery := all_words_meant(typed_words, true);
  hits uuid[];
begin
  if meant is not null then
    execute format($q$
      select array(select id from (
        select id, search_name, position, price, available from parts
        where %s and array_to_tsvector(search_words(name)) @@ %L::tsquery order by position limit 300
      ) as alike order by %s limit 60)
    $q$, filter, meant, coalesce(sorted, format('similarity(search_name, %L) desc, position', form))) into hits;
    if hits <> '{}' then return hits; end if;
  end if;
  execute format('select array(select id from parts where %s and id = any (array(
    select names_one_slip_off(%2$L) union select numbers_one_slip_off(%2$L))) order by %s limit 60)',
    filter, form, coalesce(sorted, 'position')) into hits;
  if hits <> '{}' or length(form) < 8 or form !~ '[a-z0-9]{3}' then return hits; end if;
  -- A slip takes at most four trigrams away, and where the text stands inside a name, three more are missing at its ends.
  perform set_config('pg_trgm.word_similarity_threshold', greatest(0.6, (length(form) - 6.0) / (length(form) + 1))::text, true);
  execute format($q$
    select array(select id from (
      select id, search_name, position, price, available from parts where %s and search_name %%> %L limit 300
    ) as alike order by %s limit 60)
  $q$, filter, form, coalesce(sorted, format('similarity(search_name, %L) desc, position', form))) into hits;
  return hits;
end $$;
--> statement-breakpoint
-- The parts that a text means, of those that fit the filters: so many from `skip` on, each with its place, and how many there
-- are, at most 1000; where there is none from `skip` on, one row without a part. Every step looks at a bounded number of rows, whatever is
-- typed: numbers and names that are so or begin so, names one slip off, what has the text in it, what has all its words; and
-- where that is nothing, what has words like them, and what looks like it.
create function find_parts(
  words text, least_stock bigint, least_price numeric, most_price numeric, sort text, skip integer, size integer
) returns table (part_id uuid, place integer, found integer) language plpgsql stable as $$
declare
  form constant text := left(search_form(words), 120);
  -- Without three ASCII letters or digits in a row there is no trigram on every server; then the beginnings of words count.
  has_trigram constant boolean := form ~ '[a-z0-9]{3}';
  typed_words constant text[] := typed_words(words);
  filter text := 'deleted_at is null';
  sorted text;
  within text := 'false';
  has_words text := 'false';
  hits uuid[];
begin
  if least_stock > 0 then filter := filter || format(' and available >= %L', least_stock); end if;
  if least_price is not null then filter := filter || format(' and price >= %L', least_price); end if;
  if most_price is not null then filter := filter || format(' and price <= %L', most_price); end if;
  sorted := case sort
    when 'price' then 'price, position'
    when '-price' then 'price desc, position desc'
    when 'name' then 'search_name using ~<~, position'
    when 'available' then 'available desc, position'
    when 'oldest' then 'position'
  end;

  if form = '' then
    execute format('select array(select id from parts where %s order by %s limit 1000)', filter, coalesce(sorted, 'position')) into hits;
  else
    if has_trigram then
      within := format('(search_name like %1$L or search_number like %1$L)', '%' || form || '%');
    end if;
    if array_to_string(typed_words, ' ') ~ '[a-z0-9]{3}' then
      if cardinality(typed_words) > 1 then
        select string_agg(format('search_name like %L', '%' || word || '%'), ' and ') into has_words from unnest(typed_words) as word;
      end if;
    elsif length(form) > 1 then
      has_words := format('array_to_tsvector(search_words(name)) @@ %L::tsquery', all_words_meant(typed_words, false));
    end if;

    if sorted is null then
      execute format($q$
        with fits as (
          (select id, 0 as rank, position as tie from parts where %1$s and search_number = %2$L)
          union all
          (select id, 1, row_number() over (order by search_number using ~<~) from parts
           where %1$s and search_number like %3$L order by search_number using ~<~ limit 1000)
          union all
          (select id, 2, position from parts where %1$s and search_name = %2$L order by position limit 1000)
          union all
          (select id, 3, position from parts
           where %1$s and id = any (array(select names_one_slip_off(%2$L) union select numbers_one_slip_off(%2$L))))
          union all
          (select id, 4, row_number() over (order by search_name using ~<~, position) from parts
           where %1$s and search_name like %3$L order by search_name using ~<~, position limit 1000)
          union all
          (select id, 5, position from parts where %1$s and %4$s order by position limit 1000)
          union all
          (select id, 6, position from parts where %1$s and %5$s order by position limit 1000)
        )
        select array(select id from (
          select distinct on (id) id, rank, tie from fits order by id, rank
        ) as once order by rank, tie limit 1000)
      $q$, filter, form, form || '%', within, has_words) into hits;
    else
      -- What many texts have is found on the way through the order asked for; words, which are dear to look at, by their index.
      execute format(
        case when has_words like '%@@%' then
          'select array(select id from parts where %1$s and id in (
            select id from parts where deleted_at is null and search_number like %2$L union all
            select id from parts where deleted_at is null and search_name like %2$L union all
            select id from parts where deleted_at is null and %3$s union all
            (select id from parts where deleted_at is null and %4$s limit 20000)) order by %5$s limit 1000)'
        else
          'select array(select id from parts
            where %1$s and (search_number like %2$L or search_name like %2$L or %3$s or %4$s) order by %5$s limit 1000)'
        end, filter, form || '%', within, has_words, sorted) into hits;
    end if;
    if hits = '{}' then hits := parts_alike_to(form, typed_words, filter, sorted); end if;
  end if;

  return query
    select hit, at::integer, cardinality(hits) from unnest(hits) with ordinality as hit_at (hit, at)
    where at > skip and at <= skip + size
    union all select null, null, cardinality(hits) where skip >= cardinality(hits);
end $$;
--> statement-breakpoint
-- Parts that come nearest to a text that fits none, best first: one slip off, else neighbours by how names begin and end. Looks
-- at a few rows at either end alone, so that a thousand texts can be asked for at once.
create function parts_near(words text, most integer) returns table (part_id uuid, place integer) language plpgsql stable as $$
declare
  form constant text := left(search_form(words), 120);
  backwards constant text := reverse(form);
begin
  if form = '' then return; end if;
  return query
    with slips as (
      select names_one_slip_off(form) as id union select numbers_one_slip_off(form)
    ), neighbours as (
      select id from slips
      union (select id from parts where deleted_at is null and search_name ~>=~ form order by search_name using ~<~ limit 4)
      union (select id from parts where deleted_at is null and search_name ~<~ form order by search_name using ~>~ limit 4)
      union (select id from parts where deleted_at is null and search_number ~>=~ form order by search_number using ~<~ limit 2)
      union (select id from parts where deleted_at is null and search_number ~<~ form order by search_number using ~>~ limit 2)
      union (select id from parts where deleted_at is null and reverse(search_name) ~>=~ backwards
             order by reverse(search_name) using ~<~ limit 4)
      union (select id from parts where deleted_at is null and reverse(search_name) ~<~ backwards
             order by reverse(search_name) using ~>~ limit 4)
    ), measured as (
      select id, position, id = any (array(select id from slips)) as slip,
        greatest(similarity(search_name, form), similarity(search_number, form)) as likeness
      from parts where id = any (array(select id from neighbours))
    )
    select id, row_number() over (order by slip desc, likeness desc, position)::integer from measured
    where slip or likeness > 0.2 order by 2 limit most;
end $$;
