-- Price ladders. The price of one piece when so many are bought at once; contract/parts/pricing.ts says the same for everybody else.
create or replace function unit_price_at(price numeric, breaks jsonb, quantity bigint) returns numeric language sql immutable parallel safe as $$
  select coalesce(
    (select (step ->> 'price')::numeric from jsonb_array_elements(breaks) as step
     where (step ->> 'from')::bigint <= quantity order by (step ->> 'from')::bigint desc limit 1),
    price)
$$;

-- A ladder's quantities rise from above the minimum order, its prices fall from below the part's.
create or replace function price_breaks_fall(price numeric, breaks jsonb) returns boolean language sql immutable parallel safe as $$
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

-- Prices below the minimum order begin at one piece, their quantities rise, and they fall.
create or replace function small_prices_fall(steps jsonb) returns boolean language sql immutable parallel safe as $$
  select steps is null or jsonb_array_length(steps) between 1 and 10 and not exists (
    select from (
      select "from", step_price, lag("from", 1, 0::bigint) over (order by at) as from_before, lag(step_price) over (order by at) as price_before, at
      from (
        select (step ->> 'from')::bigint as "from", (step ->> 'price')::numeric as step_price, at
        from jsonb_array_elements(steps) with ordinality as given (step, at)
      ) as read
    ) as compared
    where "from" is null or step_price is null or at = 1 and "from" <> 1 or "from" <= from_before or step_price >= price_before or step_price <= 0
  )
$$;

-- As a CHECK it would be worked out again with each piece that is sold.
create or replace function check_price_breaks() returns trigger language plpgsql as $$
begin
  if not price_breaks_fall(new.price, new.price_breaks) then
    raise exception 'part %: its ladder does not rise in quantity and fall in price', new.id
      using errcode = 'check_violation', constraint = 'parts_price_breaks_fall';
  end if;
  if not small_prices_fall(new.small_prices) then
    raise exception 'part %: its prices below the minimum do not begin at one piece, rise in quantity and fall', new.id
      using errcode = 'check_violation', constraint = 'parts_small_prices_fall';
  end if;
  return null;
end $$;
create or replace trigger parts_check_price_breaks after insert or update of price, price_breaks, small_prices on parts
  for each row execute function check_price_breaks();

-- Whether a price falls by more than so many per cent, for the minimum order or at a step of either ladder.
create or replace function falls_beyond(price numeric, breaks jsonb, new_price numeric, new_breaks jsonb, most_percent integer)
returns boolean language sql immutable parallel safe as $$
  select exists (
    select from (
      select 1000::bigint as pieces
      union select (step ->> 'from')::bigint from jsonb_array_elements(breaks || new_breaks) as step
    ) as bought
    where unit_price_at(new_price, new_breaks, pieces) * 100 < unit_price_at(price, breaks, pieces) * (100 - most_percent)
  )
$$;

-- The offers that a part has had within the last day, the given one of now included: before each of its changes the price and the
-- ladder were what the first later change found.
create or replace function offers_of_day(part uuid, price_now numeric, breaks_now jsonb) returns table (price numeric, breaks jsonb)
language sql stable as $$
  select price_now, breaks_now
  union
  select
    coalesce((select before::numeric from part_changes as later
      where later.part_id = part and later.field = 'price' and later.at >= change.at order by position limit 1), price_now),
    coalesce((select (select coalesce(jsonb_agg(jsonb_build_object('from', step -> 0, 'price', step -> 1) order by place), '[]')
        from jsonb_array_elements(before::jsonb) with ordinality as steps (step, place))
      from part_changes as later
      where later.part_id = part and later.field = 'priceBreaks' and later.at >= change.at order by position limit 1), breaks_now)
  from part_changes as change
  where change.part_id = part and change.field in ('price', 'priceBreaks') and change.at > now() - interval '1 day'
$$;

-- As `falls_beyond`, against each offer that the part has had within a day: several small falls count as the one that they are.
create or replace function falls_beyond_in_a_day(part uuid, price numeric, breaks jsonb, new_price numeric, new_breaks jsonb, most_percent integer)
returns boolean language sql stable as $$
  select exists (
    select from offers_of_day(part, falls_beyond_in_a_day.price, falls_beyond_in_a_day.breaks) as offer
    where falls_beyond(offer.price, offer.breaks, new_price, new_breaks, most_percent))
$$;
