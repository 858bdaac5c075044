-- Part numbers. Those of TF and digits are the shop's own to give, so none is taken already.
create or replace function given_part_number("position" bigint) returns text language sql immutable strict parallel safe as $$
  select 'TF-' || case when "position" < 1000000 then lpad("position"::text, 6, '0') else "position"::text end
$$;

create or replace function set_part_number() returns trigger language plpgsql as $$
begin
  new.part_number := coalesce(nullif(btrim(new.part_number), ''), given_part_number(new.position));
  return new;
end $$;
-- Not before updates: with a trigger there, PostgreSQL would work out what is searched for anew with each change of stock.
create or replace trigger parts_set_number before insert on parts for each row execute function set_part_number();

-- Categories, attributes and facets. A category and those above it, the nearest first.
create or replace function category_line(category uuid) returns table (id uuid, key text, name text, level integer) language sql stable rows 4 as $$
  with recursive line as (
    select categories.id, categories.key, categories.name, parent_id, 1 as level from categories where categories.id = category
    union all
    select above.id, above.key, above.name, above.parent_id, line.level + 1 from line join categories as above on above.id = line.parent_id where line.level < 10
  )
  select id, key, name, level from line
$$;

create or replace function category_path(category uuid) returns text language sql stable as $$
  select string_agg(name, ' > ' order by level desc) from category_line(category)
$$;

create or replace function facets_of(category uuid, attributes jsonb) returns text[] language sql stable as $$
  select array(
    select 'in=' || key from category_line(category)
    union all
    select key || '=' || value from jsonb_each_text(attributes)
  )
$$;

create or replace function set_part_facets() returns trigger language plpgsql as $$
begin
  new.facets := facets_of(new.category_id, new.attributes);
  return new;
end $$;
create or replace trigger parts_set_facets before insert or update of category_id, attributes on parts
  for each row execute function set_part_facets();

-- Two moves that close a circle together must not both pass, so whoever moves categories locks the table first (server/categories).
create or replace function check_category_tree() returns trigger language plpgsql as $$
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
create or replace trigger categories_check_tree before insert or update of parent_id on categories
  for each row execute function check_category_tree();

-- The ledger of the stock is only ever added to.
create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the stock ledger is only added to' using errcode = 'check_violation';
end $$;
create or replace trigger stock_moves_refuse_change before update or delete on stock_moves for each row execute function refuse_ledger_change();
