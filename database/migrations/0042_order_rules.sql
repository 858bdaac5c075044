ALTER TABLE "parts" ADD COLUMN "minimum_order" integer;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "order_step" integer;--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_minimum_order_bounds" CHECK ("parts"."minimum_order" between 1000 and 1000000000);--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_order_step_bounds" CHECK ("parts"."order_step" between 1 and 1000000000);
--> statement-breakpoint
-- Parts in stock are those of which a minimum order can be bought.
create or replace function find_parts(
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
    if hits = '{}' then hits := parts_alike_to(form, typed_words, filter, sorted); end if;
  end if;

  return query
    select hit, at::integer, coalesce(case when seen = few then most end, cardinality(hits))
    from unnest(hits) with ordinality as hit_at (hit, at)
    where at > skip and at <= skip + size
    union all select null, null, cardinality(hits) where skip >= cardinality(hits);
end $$;
--> statement-breakpoint
create or replace function part_values(part parts) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object('partNumber', part.part_number, 'name', part.name, 'description', part.description, 'price', part.price::text,
    'priceBreaks', part.price_breaks, 'leadDays', part.lead_days, 'available', part.available, 'img', part.img, 'category', part.category_id,
    'attributes', part.attributes, 'weight', trim_scale(part.weight)::text, 'origin', part.origin, 'customsCode', part.customs_code,
    'minimumOrder', part.minimum_order, 'orderStep', part.order_step)
$$;
