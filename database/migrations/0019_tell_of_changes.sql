-- What caches of parts and reviews listen to; database/listen-for-changes.ts and decision 23 say how.
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
create trigger own_change_told after insert or update or delete on reviews
  for each statement execute function tell_own_connection();
--> statement-breakpoint
create trigger change_told_to_all after insert or delete on parts
  for each statement execute function tell_all_processes();
--> statement-breakpoint
-- Purchases, and all others who move pieces, change `available`; other processes read the ledger's sequence for that.
create trigger update_told_to_all after update on parts
  for each row when (old.available = new.available) execute function tell_all_processes();
--> statement-breakpoint
create trigger change_told_to_all after insert or update or delete on reviews
  for each statement execute function tell_all_processes();
