-- Imports. The part that a number means: the one on sale, otherwise the one that was hidden last.
create or replace function part_of_number(number text) returns uuid language sql stable set enable_seqscan = off as $$
  select id from (
    select id, deleted_at, position from parts where search_number = search_form(number) and deleted_at is null
    union all
    select id, deleted_at, position from parts where search_number = search_form(number) and deleted_at is not null
  ) as known order by deleted_at is not null, deleted_at desc, position desc limit 1
$$;

create or replace function related_numbers(asked uuid, of_kind text) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(part_number order by part_relations.created_at, position), '[]')
  from part_relations join parts on parts.id = other_id where part_id = asked and kind = of_kind
$$;

-- The fields of a part that a file can have, in the form in which both are compared.
create or replace function part_values(part parts) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object('partNumber', part.part_number, 'name', part.name, 'description', part.description, 'price', part.price::text,
    'priceBreaks', part.price_breaks, 'leadDays', part.lead_days, 'available', part.available, 'img', part.img, 'category', part.category_id,
    'attributes', part.attributes, 'weight', trim_scale(part.weight)::text, 'origin', part.origin, 'customsCode', part.customs_code,
    'minimumOrder', part.minimum_order, 'orderStep', part.order_step, 'madeMonthly', part.made_monthly, 'packName', part.pack_name, 'packPieces', part.pack_pieces,
    'samplePieces', part.sample_pieces, 'samplePrice', part.sample_price::text, 'smallPrices', part.small_prices,
    'lowStockBelow', part.low_stock_below, 'removed', part.deleted_at is not null)
$$;

-- All of them, the more costly ones only where they are asked for.
create or replace function part_values(part parts, asked jsonb) returns jsonb language sql stable as $$
  select part_values(part) || case
    when asked ?| array['pictureText', 'pictures', 'substitutes', 'accessories'] then more_part_values(part) else '{}' end
$$;

-- What a file can have of a part beside its own columns: the text of its main picture, the further pictures, and the numbers of
-- related parts.
create or replace function more_part_values(part parts) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'pictureText', (select nullif(alt, '') from part_pictures where part_id = part.id and img = part.img),
    'pictures', (select coalesce(jsonb_agg(jsonb_build_array(img, alt) order by place), '[]')
                 from part_pictures where part_id = part.id and place > 0 and img <> part.img),
    'substitutes', related_numbers(part.id, 'substitute'), 'accessories', related_numbers(part.id, 'accessory'))
$$;

create or replace function number_forms(numbers jsonb) returns text[] language sql immutable parallel safe as $$
  select array(select search_form(number) from jsonb_array_elements_text(numbers) with ordinality as given (number, at) order by at)
$$;

-- Whether two values of a field mean the same; numbers do in any spelling.
create or replace function is_same_value(field text, one jsonb, other jsonb) returns boolean language sql immutable parallel safe as $$
  select case when field in ('substitutes', 'accessories') then number_forms(one) = number_forms(other) else one is not distinct from other end
$$;

-- A field as the history of a part has it: a ladder as its steps, a category with those above it, attributes by their names.
create or replace function history_text(field text, value jsonb) returns text language sql stable parallel safe as $$
  select coalesce(case field
    when 'priceBreaks' then
      (select '[' || coalesce(string_agg(format('[%s,"%s"]', step ->> 'from', step ->> 'price'), ',' order by at), '') || ']'
       from jsonb_array_elements(value) with ordinality as steps (step, at))
    when 'smallPrices' then case jsonb_typeof(value) when 'array' then
      (select '[' || string_agg(format('[%s,"%s"]', step ->> 'from', step ->> 'price'), ',' order by at) || ']'
       from jsonb_array_elements(value) with ordinality as steps (step, at)) end
    when 'category' then category_path((value #>> '{}')::uuid)
    when 'attributes' then
      (select string_agg(coalesce(name, given.key) || ': ' || given.value || coalesce(nullif(' ' || unit, ' '), ''), '; ' order by place, name, given.key)
       from jsonb_each_text(value) as given left join attributes on attributes.key = given.key)
    when 'substitutes' then (select string_agg(number, '; ') from jsonb_array_elements_text(value) as number)
    when 'accessories' then (select string_agg(number, '; ') from jsonb_array_elements_text(value) as number)
    else value #>> '{}'
  end, '')
$$;

-- What is wrong with the related parts of a row: the part itself, one that is nowhere, one twice, and too many.
create or replace function related_problems(asked_import uuid, own_form text, fields jsonb, part_id uuid) returns jsonb language sql stable as $$
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

-- Whether the shop has a picture at this address.
create or replace function is_picture(address text) returns boolean language sql stable as $$
  select exists (
    select from images where discard_after is null
      and (url = address or url is null and starts_with(address, '/images/') and name = substr(address, length('/images/') + 1)))
$$;

-- The rows of an import beside the catalogue as it is now: which part each is, what it would change, and what is wrong with it. Hidden
-- parts count where a row says whether its part is hidden.
create or replace function compared_import(asked uuid)
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
