ALTER TABLE "imports" DROP CONSTRAINT "imports_state_known";--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "planned_for" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_state_known" CHECK (state in ('open', 'planned', 'written', 'undone'));
--> statement-breakpoint
create or replace function part_values(part parts) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object('partNumber', part.part_number, 'name', part.name, 'description', part.description, 'price', part.price::text,
    'priceBreaks', part.price_breaks, 'leadDays', part.lead_days, 'available', part.available, 'img', part.img, 'category', part.category_id,
    'attributes', part.attributes, 'weight', trim_scale(part.weight)::text, 'origin', part.origin, 'customsCode', part.customs_code,
    'minimumOrder', part.minimum_order, 'orderStep', part.order_step, 'lowStockBelow', part.low_stock_below, 'removed', part.deleted_at is not null)
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
    -- Without the offset, the values of a part are built again for each of its fields.
    cross join lateral (select part_values(part) as now offset 0) as current
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
