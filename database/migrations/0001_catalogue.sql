-- Part numbers. Those of TF and digits are the shop's own to give, so none is taken already.
create function given_part_number("position" bigint) returns text language sql immutable strict parallel safe as $$
  select 'TF-' || case when "position" < 1000000 then lpad("position"::text, 6, '0') else "position"::text end
$$;
--> statement-breakpoint
create function give_part_number() returns trigger language plpgsql as $$
begin
  new.part_number := coalesce(nullif(btrim(new.part_number), ''), given_part_number(new.position));
  return new;
end $$;
--> statement-breakpoint
-- Not before updates: with a trigger there, PostgreSQL would work out what is searched for anew with each change of stock.
create trigger part_number_given before insert on parts for each row execute function give_part_number();
--> statement-breakpoint

-- Price ladders. The price of one piece when so many are bought at once; contract/pricing.ts says the same for everybody else.
create function unit_price_at(price numeric, breaks jsonb, quantity bigint) returns numeric language sql immutable parallel safe as $$
  select coalesce(
    (select (step ->> 'price')::numeric from jsonb_array_elements(breaks) as step
     where (step ->> 'from')::bigint <= quantity order by (step ->> 'from')::bigint desc limit 1),
    price)
$$;
--> statement-breakpoint
-- A ladder's quantities rise from above the minimum order, its prices fall from below the part's.
create function price_breaks_fall(price numeric, breaks jsonb) returns boolean language sql immutable parallel safe as $$
  select jsonb_array_length(breaks) <= 10 and not exists (
    select from (
      select "from", step_price,
        lag("from", 1, 1000::bigint) over (order by at) as from_before,
        lag(step_price, 1, price) over (order by at) as price_before
      from (
        select (step ->> 'from')::bigint as "from", (step ->> 'price')::numeric as step_price, at
        from jsonb_array_elements(breaks) with ordinality as steps (step, at)
      ) as read
    ) as compared
    where "from" is null or step_price is null or "from" <= from_before or step_price >= price_before or step_price <= 0
  )
$$;
--> statement-breakpoint
-- As a CHECK it would be worked out again with each piece that is sold.
create function check_price_breaks() returns trigger language plpgsql as $$
begin
  if not price_breaks_fall(new.price, new.price_breaks) then
    raise exception 'part %: its ladder does not rise in quantity and fall in price', new.id
      using errcode = 'check_violation', constraint = 'parts_price_breaks_fall';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger price_breaks_checked after insert or update of price, price_breaks on parts
  for each row execute function check_price_breaks();
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
--> statement-breakpoint

-- The ledger of the stock is only ever added to.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the stock ledger is only added to' using errcode = 'check_violation';
end $$;
--> statement-breakpoint
create trigger ledger_change before update or delete on stock_moves for each row execute function refuse_ledger_change();
--> statement-breakpoint

-- Categories, attributes and facets. A category and those above it, the nearest first.
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

-- All words by which parts are found. Those of removed parts stay: they lead to no part, and nobody waits for anybody to take them out.
create function keep_part_words() returns trigger language plpgsql as $$
begin
  insert into part_words select word from unnest(tsvector_to_array(part_terms(new.name, new.attributes))) as word order by word
    on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger part_words_kept after insert or update of name, attributes on parts for each row execute function keep_part_words();
--> statement-breakpoint

-- Finding parts (docs/decisions/0011-finding-parts.md). How many characters two texts have in common from the first one on.
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
-- Typed words without units of attributes behind a number, which stand there without: '450', 'mm' and '450mm' are '450'.
create function without_units(typed text[]) returns text[] language sql stable parallel safe as $$
  with units as (
    select search_form(unit) as unit from attributes where unit <> ''
  ), words as (
    select word, at, lag(word) over (order by at) as before, regexp_match(word, '^(\d+)(\D+)$') as measure
    from unnest(typed) with ordinality as word_at (word, at)
  )
  select coalesce(array_agg(case when measure[2] in (select unit from units) then measure[1] else word end order by at), '{}')
  from words where before is null or before !~ '^\d+$' or word not in (select unit from units)
$$;
--> statement-breakpoint
-- A text with its synonyms in place, from left to right, of several that begin at a word the longest; otherwise the text. Of a long
-- text, the first 40 words.
create function translated(text text) returns text language plpgsql stable parallel safe as $$
declare
  written constant text[] := (regexp_split_to_array(btrim(text), '\s+'))[1:40];
  said text[] := '{}';
  at integer := 1;
  taken integer;
  meaning text;
begin
  if not exists (select from synonyms) then return text; end if;
  while at <= cardinality(written) loop
    select means, count into meaning, taken from synonyms
      join (select count, search_form(array_to_string(written[at:at + count - 1], ' ')) as said from generate_series(1, 3) as count
            where at + count - 1 <= cardinality(written)) as phrases on phrases.said = form
      order by count desc limit 1;
    said := said || coalesce(meaning, written[at]);
    at := at + coalesce(taken, 1);
  end loop;
  return array_to_string(said, ' ');
end $$;
--> statement-breakpoint
-- The number of the part that these words mean by the shop's own word; otherwise the words.
create function meant_words(words text) returns text language sql stable parallel safe as $$
  select coalesce(
    (select part_number from search_answers join parts on parts.id = part_id where form = search_form(words) and deleted_at is null),
    words)
$$;
--> statement-breakpoint
-- Where parts with these words stand, for those who filter and sort them. `part_terms` is dear: the index tells, whatever else
-- is asked for, and only so many rows are looked at.
create function parts_with_words(meant tsquery) returns text language sql immutable parallel safe as $$
  select coalesce(
    format('(select * from parts where deleted_at is null and part_terms(name, attributes) @@ %L::tsquery limit 20000) as parts', meant),
    '(select * from parts limit 0) as parts')
$$;
--> statement-breakpoint
-- What a search falls back on: at most 60 parts with words like the typed ones in name or attributes, else those whose names look
-- like the text. The filter stands beside the words, so that its index is used; of very many, the 300 that are met first.
create function parts_alike_to(form text, typed_words text[], filter text, sorted text) returns uuid[]
language plpgsql stable as $$
declare
  meant constant tsquery := all_words_meant(without_units(typed_words), true);
  likely constant text := 'select array(select id from (
      select id, search_name, position, price, available from parts where %s and %s limit 300
    ) as alike order by %s limit 60)';
  by_likeness constant text := coalesce(sorted, format('similarity(search_name, %L) desc, position', form));
  hits uuid[];
begin
  if meant is not null then
    execute format(likely, filter, format('part_terms(name, attributes) @@ %L::tsquery', meant), by_likeness) into hits;
    if hits <> '{}' then return hits; end if;
  end if;
  execute format('select array(select id from parts where %s and id = any (array(
    select names_one_slip_off(%2$L) union select numbers_one_slip_off(%2$L))) order by %s limit 60)',
    filter, form, coalesce(sorted, 'position')) into hits;
  if hits <> '{}' or length(form) < 8 or form !~ '[a-z0-9]{3}' then return hits; end if;
  -- A slip takes at most four trigrams away, and where the text stands inside a name, three more are missing at its ends.
  perform set_config('pg_trgm.word_similarity_threshold', greatest(0.6, (length(form) - 6.0) / (length(form) + 1))::text, true);
  execute format(likely, filter, format('search_name %%> %L', form), by_likeness) into hits;
  return hits;
end $$;
--> statement-breakpoint
-- As `find_parts`, of the text as it is written; without `alike`, nothing that only looks like it. Planned for tables in memory, which
-- these are as soon as somebody has searched, and without compiling: the cost of `part_terms` is no measure of how long a statement
-- takes. The words are looked at once, whatever the plan: where statistics did not tell how many parts there are, they were taken apart
-- anew for each part that fits the filters.
create function find_as_written(
  words text, least_stock bigint, least_price numeric, most_price numeric, chosen jsonb, sort text, skip integer, size integer, most integer, alike boolean
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
  if least_stock > 0 then filter := filter || format(' and available >= coalesce(minimum_order, %L)', least_stock); end if;
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
    if alike and hits = '{}' then hits := parts_alike_to(form, typed_words, filter, sorted); end if;
  end if;

  return query
    select hit, at::integer, coalesce(case when seen = few then most end, cardinality(hits))
    from unnest(hits) with ordinality as hit_at (hit, at)
    where at > skip and at <= skip + size
    union all select null, null, cardinality(hits) where skip >= cardinality(hits);
end $$;
--> statement-breakpoint
-- The parts that a text means, of those that fit the filters: so many from `skip` on, each with its place, and how many there
-- are, at most `most`; where there is none from `skip` on, one row without a part. Every step looks at a bounded number of
-- rows, whatever is typed, and there is a next one only where those before have found fewer than `most`: numbers and names
-- that are so or begin so, names one slip off; what has the text in it; what has all its words; and where that is nothing,
-- what has words like them, and what looks like it. `chosen` is a list of lists of facets; a part has one at least of each. Parts in
-- stock are those of which a minimum order can be bought. Where a text fits nothing, the shop's synonyms are asked for before what only
-- looks like it.
create function find_parts(
  words text, least_stock bigint, least_price numeric, most_price numeric, chosen jsonb, sort text, skip integer, size integer, most integer
) returns table (part_id uuid, place integer, found integer) language plpgsql stable rows 10
  set random_page_cost = 1.1 set jit = off as $$
declare
  said text := translated(words);
  alike constant boolean := true;
begin
  if said <> words and exists (
    select from find_as_written(words, least_stock, least_price, most_price, chosen, null, 0, 1, 1, not alike) as fits where fits.part_id is not null
  ) then said := words; end if;
  return query select * from find_as_written(said, least_stock, least_price, most_price, chosen, sort, skip, size, most, alike);
end $$;
--> statement-breakpoint
-- The same without facets.
create function find_parts(
  words text, least_stock bigint, least_price numeric, most_price numeric, sort text, skip integer, size integer, most integer
) returns table (part_id uuid, place integer, found integer) language sql stable rows 10 as $$
  select * from find_parts(words, least_stock, least_price, most_price, '[]'::jsonb, sort, skip, size, most)
$$;
--> statement-breakpoint
-- Parts that come nearest to a text that fits none, best first: one slip off, else neighbours by how names begin and end. Looks
-- at a few rows at either end alone, so that a thousand texts can be asked for at once. Ten rows, so that each part is looked up by its
-- id, instead of reading all of them.
create function parts_near(words text, most integer) returns table (part_id uuid, place integer)
language plpgsql stable rows 10 as $$
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
--> statement-breakpoint
-- What comes nearest to a line of a list, best first: one slip off; then what has all its words, in this or that language, in name or
-- attributes; then neighbours by how names and numbers begin and end, and what has the text within. Looks at a few rows of each
-- alone, so that thousands of lines can be asked for at once, and each gets the answer that it gets alone.
create function parts_of_line(words text, most integer) returns table (part_id uuid, place integer)
language plpgsql stable rows 10 as $$
declare
  form constant text := left(search_form(words), 120);
  backwards constant text := reverse(form);
  said constant text := translated(words);
  meant tsquery;
  slips constant uuid[] := array(select names_one_slip_off(form) union select numbers_one_slip_off(form));
  with_words uuid[] := '{}';
  near uuid[];
begin
  if form = '' then return; end if;
  if slips = '{}' then
    foreach meant in array array[
      all_words_meant(without_units(typed_words(words)), true), case when said <> words then all_words_meant(without_units(typed_words(said)), true) end
    ] loop
      continue when meant is null;
      with_words := with_words || array(select id from parts where deleted_at is null and part_terms(name, attributes) @@ meant limit 20);
    end loop;
  end if;
  near := array(
    (select id from parts where deleted_at is null and search_name ~>=~ form order by search_name using ~<~ limit 4) union all
    (select id from parts where deleted_at is null and search_name ~<~ form order by search_name using ~>~ limit 4) union all
    (select id from parts where deleted_at is null and search_number ~>=~ form order by search_number using ~<~ limit 2) union all
    (select id from parts where deleted_at is null and search_number ~<~ form order by search_number using ~>~ limit 2) union all
    (select id from parts where deleted_at is null and reverse(search_name) ~>=~ backwards
     order by reverse(search_name) using ~<~ limit 4) union all
    (select id from parts where deleted_at is null and reverse(search_name) ~<~ backwards
     order by reverse(search_name) using ~>~ limit 4));
  if slips = '{}' and with_words = '{}' and form ~ '[a-z0-9]{3}' then
    near := near || array(
      select id from parts where deleted_at is null and (search_name like '%' || form || '%' or search_number like '%' || form || '%') limit 20);
  end if;
  return query
    with measured as (
      select id, position, id = any (slips) as slip, id = any (with_words) as worded,
        greatest(similarity(search_name, form), similarity(search_number, form), similarity(search_name, search_form(said))) as likeness
      from parts where id = any (slips || with_words || near)
    )
    select id, row_number() over (order by slip desc, worded desc, likeness desc, position)::integer from measured
    where slip or worded or likeness > 0.2 order by 2 limit most;
end $$;
--> statement-breakpoint

-- Imports. The part that a number means: the one on sale, otherwise the one that was hidden last.
create function part_of_number(number text) returns uuid language sql stable set enable_seqscan = off as $$
  select id from (
    select id, deleted_at, position from parts where search_number = search_form(number) and deleted_at is null
    union all
    select id, deleted_at, position from parts where search_number = search_form(number) and deleted_at is not null
  ) as known order by deleted_at is not null, deleted_at desc, position desc limit 1
$$;
--> statement-breakpoint
create function related_numbers(asked uuid, of_kind text) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(part_number order by part_relations.created_at, position), '[]')
  from part_relations join parts on parts.id = other_id where part_id = asked and kind = of_kind
$$;
--> statement-breakpoint
-- The fields of a part that a file can have, in the form in which both are compared.
create function part_values(part parts) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object('partNumber', part.part_number, 'name', part.name, 'description', part.description, 'price', part.price::text,
    'priceBreaks', part.price_breaks, 'leadDays', part.lead_days, 'available', part.available, 'img', part.img, 'category', part.category_id,
    'attributes', part.attributes, 'weight', trim_scale(part.weight)::text, 'origin', part.origin, 'customsCode', part.customs_code,
    'minimumOrder', part.minimum_order, 'orderStep', part.order_step, 'lowStockBelow', part.low_stock_below, 'removed', part.deleted_at is not null)
$$;
--> statement-breakpoint
-- What a file can have of a part beside its own columns: the text of its main picture, the further pictures, and the numbers of
-- related parts.
create function more_part_values(part parts) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'pictureText', (select nullif(alt, '') from part_pictures where part_id = part.id and img = part.img),
    'pictures', (select coalesce(jsonb_agg(jsonb_build_array(img, alt) order by place), '[]')
                 from part_pictures where part_id = part.id and place > 0 and img <> part.img),
    'substitutes', related_numbers(part.id, 'substitute'), 'accessories', related_numbers(part.id, 'accessory'))
$$;
--> statement-breakpoint
-- All of them, the more costly ones only where they are asked for.
create function part_values(part parts, asked jsonb) returns jsonb language sql stable as $$
  select part_values(part) || case
    when asked ?| array['pictureText', 'pictures', 'substitutes', 'accessories'] then more_part_values(part) else '{}' end
$$;
--> statement-breakpoint
create function number_forms(numbers jsonb) returns text[] language sql immutable parallel safe as $$
  select array(select search_form(number) from jsonb_array_elements_text(numbers) with ordinality as given (number, at) order by at)
$$;
--> statement-breakpoint
-- Whether two values of a field mean the same; numbers do in any spelling.
create function is_same_value(field text, one jsonb, other jsonb) returns boolean language sql immutable parallel safe as $$
  select case when field in ('substitutes', 'accessories') then number_forms(one) = number_forms(other) else one is not distinct from other end
$$;
--> statement-breakpoint
-- A field as the history of a part has it: a ladder as its steps, a category with those above it, attributes by their names.
create function history_text(field text, value jsonb) returns text language sql stable parallel safe as $$
  select coalesce(case field
    when 'priceBreaks' then
      (select '[' || coalesce(string_agg(format('[%s,"%s"]', step ->> 'from', step ->> 'price'), ',' order by at), '') || ']'
       from jsonb_array_elements(value) with ordinality as steps (step, at))
    when 'category' then category_path((value #>> '{}')::uuid)
    when 'attributes' then
      (select string_agg(coalesce(name, given.key) || ': ' || given.value || coalesce(nullif(' ' || unit, ' '), ''), '; ' order by place, name, given.key)
       from jsonb_each_text(value) as given left join attributes on attributes.key = given.key)
    when 'substitutes' then (select string_agg(number, '; ') from jsonb_array_elements_text(value) as number)
    when 'accessories' then (select string_agg(number, '; ') from jsonb_array_elements_text(value) as number)
    else value #>> '{}'
  end, '')
$$;
--> statement-breakpoint
-- What is wrong with the related parts of a row: the part itself, one that is nowhere, one twice, and too many.
create function related_problems(asked_import uuid, own_form text, fields jsonb, part_id uuid) returns jsonb language sql stable as $$
  with given as (
    select kind, search_form(number) as form
    from (values ('substitutes'), ('accessories')) as kinds (kind) cross join lateral jsonb_array_elements_text(fields -> kind) as number
  ), kept as (
    select count(*) as number from part_relations
    where part_relations.part_id = related_problems.part_id and not fields ? (case kind when 'substitute' then 'substitutes' else 'accessories' end)
      and search_form((select part_number from parts where id = other_id)) <> all (array(select form from given))
  )
  select coalesce(jsonb_agg(distinct jsonb_build_object('field', kind, 'problem', problem)), '[]') from (
    select kind, 'related' as problem from given
    where form = own_form
      or part_of_number(form) is null and not exists (select from import_rows where import_id = asked_import and number_form = form)
    union all select max(kind), 'relatedTwice' from given group by form having count(*) > 1
    union all select max(kind), 'relatedMany' from given having count(*) + (select number from kept) > 20
  ) as wrong
$$;
--> statement-breakpoint
-- Whether the shop has a picture at this address.
create function is_picture(address text) returns boolean language sql stable as $$
  select exists (
    select from images where discard_after is null
      and (url = address or url is null and starts_with(address, '/images/') and name = substr(address, length('/images/') + 1)))
$$;
--> statement-breakpoint
-- The rows of an import beside the catalogue as it is now: which part each is, what it would change, and what is wrong with it. Hidden
-- parts count where a row says whether its part is hidden.
create function compared_import(asked uuid)
returns table (row_number integer, cells jsonb, fields jsonb, part_id uuid, state text, changes jsonb, problems jsonb)
language sql stable rows 1000 as $$
  with found as (
    select entry.*, import.sets_stock, coalesce(live.id, (
      select id from parts where live.id is null and entry.fields ? 'removed' and search_number = entry.number_form and deleted_at is not null
      order by deleted_at desc, position desc limit 1)) as found_id
    from imports as import
    join import_rows as entry on entry.import_id = import.id
    left join parts as live on entry.number_form <> '' and live.search_number = entry.number_form and live.deleted_at is null
    where import.id = asked
  ), compared as (
    select entry.row, entry.cells, entry.fields, entry.problems, entry.number_form, part.id as part_id, part.price, part.price_breaks, part.img,
      entry.number_form <> '' and count(*) over (partition by entry.number_form) > 1 as is_twice,
      case when part.id is null then '{}' else (
        select coalesce(jsonb_object_agg(key, jsonb_build_array(now -> key, value)), '{}') from jsonb_each(entry.fields)
        where (not is_same_value(key, now -> key, value) or key = 'pictureText' and entry.fields ->> 'img' <> part.img)
          and (key <> 'available' or entry.sets_stock)
      ) end as changes
    from found as entry
    left join parts as part on part.id = entry.found_id
    -- Without the offset, the values of a part are built again for each of its fields.
    cross join lateral (select part_values(part, entry.fields) as now offset 0) as current
  ), judged as (
    select *, problems
      || case when is_twice then '[{"field": "partNumber", "problem": "numberTwice"}]' else '[]'::jsonb end
      || case when part_id is null and number_form ~ '^tf\d+$' and part_of_number(number_form) is not null
         then '[{"field": "partNumber", "problem": "numberReserved"}]' else '[]'::jsonb end
      || case when part_id is not null then '[]'::jsonb else (
           select coalesce(jsonb_agg(jsonb_build_object('field', needed, 'problem', 'missing') order by at), '[]')
           from unnest(array['name', 'description', 'price', 'img']) with ordinality as need (needed, at)
           where not fields ? needed and not problems @> jsonb_build_array(jsonb_build_object('field', needed))
         ) end
      || case when (fields ? 'price' or fields ? 'priceBreaks') and (fields ? 'price' or part_id is not null)
           and not price_breaks_fall(coalesce((fields ->> 'price')::numeric, price), coalesce(fields -> 'priceBreaks', price_breaks, '[]'))
         then '[{"field": "price", "problem": "ladderAbove"}]' else '[]'::jsonb end
      || case when fields ? 'img' and fields ->> 'img' is distinct from img and not is_picture(fields ->> 'img')
         then '[{"field": "img", "problem": "picture"}]' else '[]'::jsonb end
      || case when exists (
           select from jsonb_array_elements(fields -> 'pictures') as one
           where one ->> 0 = coalesce(fields ->> 'img', img)
             or not is_picture(one ->> 0)
               and not exists (select from part_pictures as kept where kept.part_id = compared.part_id and kept.img = one ->> 0))
         then '[{"field": "pictures", "problem": "pictures"}]' else '[]'::jsonb end
      || case when fields ->> 'category' is not null and not exists (select from categories where id = (fields ->> 'category')::uuid)
         then '[{"field": "category", "problem": "category"}]' else '[]'::jsonb end
      || case when exists (select from jsonb_object_keys(fields -> 'attributes') as given where given not in (select key from attributes))
         then '[{"field": "attributes", "problem": "attributes"}]' else '[]'::jsonb end
      || case when fields ?| array['substitutes', 'accessories'] and (part_id is null or changes ?| array['substitutes', 'accessories'])
         then related_problems(asked, number_form, fields, part_id) else '[]'::jsonb end as all_problems
    from compared
  )
  select row, cells, fields, part_id,
    case when all_problems <> '[]' then 'wrong' when part_id is null then 'new' when changes = '{}' then 'same' else 'changed' end,
    changes, all_problems
  from judged
$$;
