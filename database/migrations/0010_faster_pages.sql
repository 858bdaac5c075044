-- As before, and where all moves are counted up, which is most of the time, it reads no further along a level than the stretch
-- that it looks for. Its statements are planned once: there is one way to go, however long the list is.
create or replace function list_position(which text, skip bigint) returns bigint language plpgsql stable
  set plan_cache_mode = force_generic_plan as $$
declare
  has_moves constant boolean := exists (select from list_moves where list = which);
  rest bigint := skip;
  lowest bigint := 0;
  beyond bigint := 9223372036854775807;
  found_stretch bigint;
  before_it bigint;
  result bigint;
begin
  for depth in reverse 3..0 loop
    if has_moves then
      select stretch, upto - here into found_stretch, before_it
      from (
        select stretch, sum(shown) as here, sum(sum(shown)) over (order by stretch) as upto
        from (
          select counts.stretch, counts.shown::int as shown from list_counts as counts
          where counts.list = which and counts.level = depth and counts.stretch >= lowest and counts.stretch < beyond
          union all
          select moves.stretch >> (6 * depth), moves.delta::int from list_moves as moves
          where moves.list = which and moves.stretch >> (6 * depth) >= lowest and moves.stretch >> (6 * depth) < beyond
        ) as known
        group by stretch
      ) as summed
      where rest < upto order by stretch limit 1;
    else
      select stretch, upto - shown into found_stretch, before_it
      from (
        select stretch, shown, sum(shown::int) over (order by stretch rows unbounded preceding) as upto
        from list_counts
        where list = which and level = depth and stretch >= lowest and stretch < beyond
      ) as summed
      where rest < upto order by stretch limit 1;
    end if;
    if not found then return null; end if;
    rest := rest - before_it;
    lowest := found_stretch << 6;
    beyond := lowest + 64;
  end loop;
  if which = 'parts' then
    select position into result from parts
    where deleted_at is null and position >= lowest order by position offset rest limit 1;
  else
    select position into result from orders
    where state <> 'cancelled' and position >= lowest order by position offset rest limit 1;
  end if;
  return result;
end $$;
--> statement-breakpoint
-- One page of the parts on sale. With a limit that it does not know beforehand the planner expects a tenth of all rows, and
-- planned each call anew in a long list; here it need not.
create function parts_page(skip bigint, size integer) returns setof parts language plpgsql stable rows 10
  set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select * from parts where deleted_at is null and position >= (select list_position('parts', skip)) order by position limit size;
end $$;
