-- All words by which parts are found. Those of removed parts stay: they lead to no part, and nobody waits for anybody to take them out.
create or replace function add_part_words() returns trigger language plpgsql as $$
begin
  insert into part_words select word from unnest(tsvector_to_array(part_terms(new.name, new.attributes))) as word order by word
    on conflict do nothing;
  return null;
end $$;
create or replace trigger parts_add_words after insert or update of name, attributes on parts for each row execute function add_part_words();

-- Finding parts (docs/decisions/0011-finding-parts.md). How many characters two texts have in common from the first one on.
create or replace function common_start(a text, b text) returns integer language sql immutable parallel safe as $$
  select coalesce(max(length), 0) from generate_series(1, least(length(a), length(b))) as length where left(a, length) = left(b, length)
$$;

-- What a text could have been before one slip of the hand at one of these places (from 0): a letter too much, two swapped,
-- one wrong or missing.
create or replace function before_one_slip(form text, first integer, last integer) returns setof text language sql immutable parallel safe as $$
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

-- `names_one_slip_off(form)` and `numbers_one_slip_off(form)`: the parts whose whole name or number is one slip off. What
-- stands before the slip begins some name, what stands behind it ends one: a look into an index from either end tells where
-- the slip can be at all, which is seldom more than a few places. At most 20 parts.
create or replace function names_one_slip_off(form text) returns setof uuid language plpgsql stable as $$
declare
  backwards constant text := reverse(form);
  same_start integer;
  same_end integer;
  first integer;
begin
  if length(form) < 4 then return; end if;
  select max(common_start(form, near)) into same_start from (
    (select search_name from parts where deleted_at is null and search_name ~>=~ form order by search_name using ~<~ limit 1) union all
    (select search_name from parts where deleted_at is null and search_name ~<~ form order by search_name using ~>~ limit 1)
  ) as found (near);
  select max(common_start(backwards, near)) into same_end from (
    (select reverse(search_name) from parts where deleted_at is null and reverse(search_name) ~>=~ backwards
     order by reverse(search_name) using ~<~ limit 1) union all
    (select reverse(search_name) from parts where deleted_at is null and reverse(search_name) ~<~ backwards
     order by reverse(search_name) using ~>~ limit 1)
  ) as found (near);
  first := greatest(length(form) - 2 - same_end, 0);
  if same_start < first then return; end if;
  return query
    select id from parts
    where deleted_at is null and search_name = any (array(select before_one_slip(form, first, least(same_start, first + 40))))
    order by position limit 20;
end $$;

create or replace function numbers_one_slip_off(form text) returns setof uuid language plpgsql stable as $$
declare
  backwards constant text := reverse(form);
  same_start integer;
  same_end integer;
  first integer;
begin
  if length(form) < 4 then return; end if;
  select max(common_start(form, near)) into same_start from (
    (select search_number from parts where deleted_at is null and search_number ~>=~ form order by search_number using ~<~ limit 1) union all
    (select search_number from parts where deleted_at is null and search_number ~<~ form order by search_number using ~>~ limit 1)
  ) as found (near);
  select max(common_start(backwards, near)) into same_end from (
    (select reverse(search_number) from parts where deleted_at is null and reverse(search_number) ~>=~ backwards
     order by reverse(search_number) using ~<~ limit 1) union all
    (select reverse(search_number) from parts where deleted_at is null and reverse(search_number) ~<~ backwards
     order by reverse(search_number) using ~>~ limit 1)
  ) as found (near);
  first := greatest(length(form) - 2 - same_end, 0);
  if same_start < first then return; end if;
  return query
    select id from parts
    where deleted_at is null and search_number = any (array(select before_one_slip(form, first, least(same_start, first + 40))))
    order by position limit 20;
end $$;

-- The words that are meant by one that is typed, as a tsquery: itself, if words begin with it, else those that begin as it
-- would have before a slip, which is nowhere behind the longest beginning that there is. Null where there are none.
create or replace function words_meant(typed text) returns tsquery language plpgsql stable as $$
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

-- The first words of a text, as `search_form`, without single letters.
create or replace function typed_words(words text) returns text[] language sql immutable strict parallel safe as $$
  with forms as (
    select left(search_form(typed), 60) as form, at from regexp_split_to_table(fold_text(words), '[\s,;]+') with ordinality as split (typed, at)
  ), counting as (
    select form, min(at) as at from forms where length(form) > 1 group by form order by 2 limit 6
  )
  select coalesce(array_agg(form order by at), '{}') from counting
$$;

-- Words as a tsquery that names fit which have for each of them a word that begins so; with `slips`, also one that begins like
-- it. Null where nothing can fit.
create or replace function all_words_meant(typed_words text[], slips boolean) returns tsquery language plpgsql stable as $$
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

-- Typed words without units of attributes behind a number, which stand there without: '450', 'mm' and '450mm' are '450'.
create or replace function without_units(typed text[]) returns text[] language sql stable parallel safe as $$
  with units as (
    select search_form(unit) as unit from attributes where unit <> ''
  ), words as (
    select word, at, lag(word) over (order by at) as before, regexp_match(word, '^(\d+)(\D+)$') as measure
    from unnest(typed) with ordinality as word_at (word, at)
  )
  select coalesce(array_agg(case when measure[2] in (select unit from units) then measure[1] else word end order by at), '{}')
  from words where before is null or before !~ '^\d+$' or word not in (select unit from units)
$$;

-- A text with its synonyms in place, from left to right, of several that begin at a word the longest; otherwise the text. Of a long
-- text, the first 40 words.
create or replace function translated(text text) returns text language plpgsql stable parallel safe as $$
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

-- The number of the part that these words mean by the shop's own word; otherwise the words. A part that has the words as its number
-- comes first: what the shop has said of a text never stands beside a number.
create or replace function meant_words(words text) returns text language sql stable parallel safe as $$
  select coalesce(
    (select part_number from search_answers join parts on parts.id = part_id where form = search_form(words) and deleted_at is null
      and not exists (select from parts as named where named.search_number = search_form(words) and named.deleted_at is null)),
    words)
$$;

-- Where parts with these words stand, for those who filter and sort them. `part_terms` is dear: the index tells, whatever else
-- is asked for, and only so many rows are looked at.
create or replace function parts_with_words(meant tsquery) returns text language sql immutable parallel safe as $$
  select coalesce(
    format('(select * from parts where deleted_at is null and part_terms(name, attributes) @@ %L::tsquery limit 20000) as parts', meant),
    '(select * from parts limit 0) as parts')
$$;

-- What a search falls back on: at most 60 parts with words like the typed ones in name or attributes, else those whose names look
-- like the text. The filter stands beside the words, so that its index is used; of very many, the 300 that are met first.
create or replace function parts_alike_to(form text, typed_words text[], filter text, sorted text) returns uuid[]
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

-- As `find_parts`, of the text as it is written; without `alike`, nothing that only looks like it. Planned for tables in memory, which
-- these are as soon as somebody has searched, and without compiling: the cost of `part_terms` is no measure of how long a statement
-- takes. The words are looked at once, whatever the plan: where statistics did not tell how many parts there are, they were taken apart
-- anew for each part that fits the filters.
create or replace function find_as_written(
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

-- The parts that a text means, of those that fit the filters: so many from `skip` on, each with its place, and how many there
-- are, at most `most`; where there is none from `skip` on, one row without a part. Every step looks at a bounded number of
-- rows, whatever is typed, and there is a next one only where those before have found fewer than `most`: numbers and names
-- that are so or begin so, names one slip off; what has the text in it; what has all its words; and where that is nothing,
-- what has words like them, and what looks like it. `chosen` is a list of lists of facets; a part has one at least of each. Parts in
-- stock are those of which a minimum order can be bought. Where a text fits nothing, the shop's synonyms are asked for before what only
-- looks like it.
create or replace function find_parts(
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

-- The same without facets.
create or replace function find_parts(
  words text, least_stock bigint, least_price numeric, most_price numeric, sort text, skip integer, size integer, most integer
) returns table (part_id uuid, place integer, found integer) language sql stable rows 10 as $$
  select * from find_parts(words, least_stock, least_price, most_price, '[]'::jsonb, sort, skip, size, most)
$$;

-- Parts that come nearest to a text that fits none, best first: one slip off, else neighbours by how names begin and end. Looks
-- at a few rows at either end alone, so that a thousand texts can be asked for at once. Ten rows, so that each part is looked up by its
-- id, instead of reading all of them.
create or replace function parts_near(words text, most integer) returns table (part_id uuid, place integer)
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

-- What comes nearest to a line of a list, best first: one slip off; then what has all its words, in this or that language, in name or
-- attributes; then neighbours by how names and numbers begin and end, and what has the text within. Looks at a few rows of each
-- alone, so that thousands of lines can be asked for at once, and each gets the answer that it gets alone.
create or replace function parts_of_line(words text, most integer) returns table (part_id uuid, place integer)
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
