-- How long lists are, and where their pages begin (docs/performance.md): counts of positions, moved by each statement that adds, removes,
-- shows or hides rows. Parts that are shown are those not taken out of the catalogue.
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
-- Number of rows that a list shows: the sum of its longest stretches and of what is not counted up yet.
create function list_length(which text) returns bigint language sql stable as $$
  select (select coalesce(sum(shown), 0) from list_counts where list = which and level = 3)::bigint
    + (select coalesce(sum(delta), 0) from list_moves where list = which)::bigint
$$;
--> statement-breakpoint
-- Position of the row of a list that has `skip` shown rows before it; null when there is none. It goes from the longest
-- stretches down to the one that holds the row, and walks along that one only. Where all moves are counted up, which is most of the
-- time, it reads no further along a level than the stretch that it looks for. Its statements are planned once: there is one way to go,
-- however long the list is.
create function list_position(which text, skip bigint) returns bigint language plpgsql stable
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
--> statement-breakpoint

-- What caches listen to; database/listen-for-changes.ts and docs/decisions/0023-changes-come-from-the-database.md say how.
-- The connection that changes a table gets an INFO message, which reaches every client whatever client_min_messages says.
create function tell_own_connection() returns trigger language plpgsql as $$
begin
  raise info 'table changed' using table = tg_table_name;
  return null;
end $$;
--> statement-breakpoint
-- Every process that listens gets a notification. A transaction that notifies holds a lock of the whole server while it
-- commits, so no purchase may do so.
create function tell_all_processes() returns trigger language plpgsql as $$
begin
  perform pg_notify('table_changed', tg_table_name);
  return null;
end $$;
--> statement-breakpoint
create trigger own_change_told after insert or update or delete on parts
  for each statement execute function tell_own_connection();
--> statement-breakpoint
create trigger change_told_to_all after insert or delete on parts
  for each statement execute function tell_all_processes();
--> statement-breakpoint
-- Purchases, and all others who move pieces, change `available`; other processes read the ledger's sequence for that.
create trigger update_told_to_all after update on parts
  for each row when (old.available = new.available) execute function tell_all_processes();
--> statement-breakpoint
create trigger own_change_told after insert or update or delete on reviews
  for each statement execute function tell_own_connection();
--> statement-breakpoint
create trigger change_told_to_all after insert or update or delete on reviews
  for each statement execute function tell_all_processes();
--> statement-breakpoint
create trigger own_change_told after insert or update or delete on search_answers
  for each statement execute function tell_own_connection();
--> statement-breakpoint
create trigger change_told_to_all after insert or update or delete on search_answers
  for each statement execute function tell_all_processes();
--> statement-breakpoint
create trigger own_change_told after insert or update or delete on synonyms
  for each statement execute function tell_own_connection();
--> statement-breakpoint
create trigger change_told_to_all after insert or update or delete on synonyms
  for each statement execute function tell_all_processes();
--> statement-breakpoint
create trigger own_change_told after insert or update or delete on shop_settings
  for each statement execute function tell_own_connection();
--> statement-breakpoint
create trigger change_told_to_all after insert or update or delete on shop_settings
  for each statement execute function tell_all_processes();
--> statement-breakpoint
create trigger own_change_told after insert or update or delete on expected_goods
  for each statement execute function tell_own_connection();
--> statement-breakpoint
create trigger change_told_to_all after insert or update or delete on expected_goods
  for each statement execute function tell_all_processes();
--> statement-breakpoint
-- Caches of counts by facet are told of parts as if their attributes had changed; purchases change neither.
create function tell_of_facets() returns trigger language plpgsql as $$
begin
  raise info 'table changed' using table = 'attributes';
  perform pg_notify('table_changed', 'attributes');
  return null;
end $$;
--> statement-breakpoint
create trigger facets_told after insert or delete or update of category_id, attributes, deleted_at on parts
  for each statement execute function tell_of_facets();
--> statement-breakpoint
create trigger facets_told after insert or update or delete on attributes for each statement execute function tell_of_facets();
--> statement-breakpoint
create trigger facets_told after insert or update or delete on categories for each statement execute function tell_of_facets();
--> statement-breakpoint

-- What programs read of changed orders and quotes (docs/decisions/0046-changes-by-transaction.md): the transaction of the last change.
create function keep_changed_in() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;
--> statement-breakpoint
create trigger orders_changed_in before update on orders for each row execute function keep_changed_in();
--> statement-breakpoint
create trigger quotes_changed_in before update on quotes for each row execute function keep_changed_in();
--> statement-breakpoint
-- A quote is shown with its newest version and its order. Both are written under the lock of its row.
create function mark_quote_changed() returns trigger language plpgsql as $$
begin
  update quotes set changed_in = pg_current_xact_id() where id = new.quote_id;
  return null;
end $$;
--> statement-breakpoint
create trigger quote_versions_changed after update on quote_versions for each row execute function mark_quote_changed();
--> statement-breakpoint
create trigger order_groups_mark_quote after insert on order_groups for each row execute function mark_quote_changed();
