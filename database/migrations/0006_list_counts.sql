CREATE TABLE "list_counts" (
	"list" text NOT NULL,
	"level" smallint NOT NULL,
	"stretch" bigint NOT NULL,
	"shown" bigint NOT NULL,
	CONSTRAINT "list_counts_list_level_stretch_pk" PRIMARY KEY("list","level","stretch")
);
--> statement-breakpoint
CREATE TABLE "list_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "list_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"list" text NOT NULL,
	"stretch" bigint NOT NULL,
	"delta" bigint NOT NULL
);
--> statement-breakpoint
-- Parts that are shown: those not taken out of the catalogue.
create function count_added_parts() returns trigger language plpgsql as $$
begin
  insert into list_moves (list, stretch, delta)
  select 'parts', position >> 6, count(*) from changed where deleted_at is null group by 2;
  return null;
end $$;
--> statement-breakpoint
create function count_gone_parts() returns trigger language plpgsql as $$
begin
  insert into list_moves (list, stretch, delta)
  select 'parts', position >> 6, -count(*) from changed where deleted_at is null group by 2;
  return null;
end $$;
--> statement-breakpoint
create function count_part_shown_or_not() returns trigger language plpgsql as $$
begin
  insert into list_moves (list, stretch, delta)
  values ('parts', new.position >> 6, case when new.deleted_at is null then 1 else -1 end);
  return null;
end $$;
--> statement-breakpoint
-- Orders that are shown: those not cancelled.
create function count_added_orders() returns trigger language plpgsql as $$
begin
  insert into list_moves (list, stretch, delta)
  select 'orders', position >> 6, count(*) from changed where state <> 'cancelled' group by 2;
  return null;
end $$;
--> statement-breakpoint
create function count_gone_orders() returns trigger language plpgsql as $$
begin
  insert into list_moves (list, stretch, delta)
  select 'orders', position >> 6, -count(*) from changed where state <> 'cancelled' group by 2;
  return null;
end $$;
--> statement-breakpoint
create function count_order_shown_or_not() returns trigger language plpgsql as $$
begin
  insert into list_moves (list, stretch, delta)
  values ('orders', new.position >> 6, case when new.state <> 'cancelled' then 1 else -1 end);
  return null;
end $$;
--> statement-breakpoint
create function forget_list_counts() returns trigger language plpgsql as $$
begin
  delete from list_counts where list = tg_table_name;
  delete from list_moves where list = tg_table_name;
  return null;
end $$;
--> statement-breakpoint
-- From here until the end of the migration nobody can write to the table, so that its rows are counted exactly once.
create trigger parts_added after insert on parts referencing new table as changed
  for each statement execute function count_added_parts();
--> statement-breakpoint
create trigger parts_gone after delete on parts referencing old table as changed
  for each statement execute function count_gone_parts();
--> statement-breakpoint
create trigger parts_shown_or_not after update of deleted_at on parts
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function count_part_shown_or_not();
--> statement-breakpoint
create trigger parts_emptied after truncate on parts for each statement execute function forget_list_counts();
--> statement-breakpoint
create trigger orders_added after insert on orders referencing new table as changed
  for each statement execute function count_added_orders();
--> statement-breakpoint
create trigger orders_gone after delete on orders referencing old table as changed
  for each statement execute function count_gone_orders();
--> statement-breakpoint
create trigger orders_shown_or_not after update of state on orders
  for each row when ((old.state = 'cancelled') <> (new.state = 'cancelled')) execute function count_order_shown_or_not();
--> statement-breakpoint
create trigger orders_emptied after truncate on orders for each statement execute function forget_list_counts();
--> statement-breakpoint
insert into list_counts (list, level, stretch, shown)
select list, level, position >> (6 * (level + 1)), count(*)
from (
  select 'parts' as list, position from parts where deleted_at is null
  union all
  select 'orders', position from orders where state <> 'cancelled'
) as shown, generate_series(0, 3) as level
group by 1, 2, 3;
--> statement-breakpoint
-- Number of rows that a list shows: the sum of its longest stretches and of what is not counted up yet.
create function list_length(which text) returns bigint language sql stable as $$
  select (select coalesce(sum(shown), 0) from list_counts where list = which and level = 3)::bigint
    + (select coalesce(sum(delta), 0) from list_moves where list = which)::bigint
$$;
--> statement-breakpoint
-- Position of the row of a list that has `skip` shown rows before it; null when there is none. It goes from the longest
-- stretches down to the one that holds the row, and walks along that one only.
create function list_position(which text, skip bigint) returns bigint language plpgsql stable as $$
declare
  rest bigint := skip;
  lowest bigint := 0;
  beyond bigint := 9223372036854775807;
  found_stretch bigint;
  before_it bigint;
  result bigint;
begin
  for depth in reverse 3..0 loop
    select stretch, before into found_stretch, before_it
    from (
      select stretch, sum(shown) as here, (sum(sum(shown)) over (order by stretch))::bigint - sum(shown) as before
      from (
        select counts.stretch, counts.shown::int as shown from list_counts as counts
        where counts.list = which and counts.level = depth and counts.stretch >= lowest and counts.stretch < beyond
        union all
        select moves.stretch >> (6 * depth), moves.delta::int from list_moves as moves
        where moves.list = which and moves.stretch >> (6 * depth) >= lowest and moves.stretch >> (6 * depth) < beyond
      ) as known
      group by stretch
    ) as summed
    where before <= rest and rest < before + here;
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
