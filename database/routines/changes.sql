-- What caches listen to; database/listen-for-changes.ts and docs/decisions/0023-changes-come-from-the-database.md say how.
-- The connection that changes a table gets an INFO message, which reaches every client whatever client_min_messages says.
create or replace function notify_own_connection() returns trigger language plpgsql as $$
begin
  raise info 'table changed' using table = tg_table_name;
  return null;
end $$;
create or replace trigger parts_notify_own after insert or update or delete on parts
  for each statement execute function notify_own_connection();
create or replace trigger reviews_notify_own after insert or update or delete on reviews
  for each statement execute function notify_own_connection();
create or replace trigger search_answers_notify_own after insert or update or delete on search_answers
  for each statement execute function notify_own_connection();
create or replace trigger synonyms_notify_own after insert or update or delete on synonyms
  for each statement execute function notify_own_connection();
create or replace trigger shop_settings_notify_own after insert or update or delete on shop_settings
  for each statement execute function notify_own_connection();
create or replace trigger expected_goods_notify_own after insert or update or delete on expected_goods
  for each statement execute function notify_own_connection();

-- Every process that listens gets a notification. A transaction that notifies holds a lock of the whole server while it
-- commits, so no purchase may do so.
create or replace function notify_all_processes() returns trigger language plpgsql as $$
begin
  perform pg_notify('table_changed', tg_table_name);
  return null;
end $$;
create or replace trigger parts_notify_all after insert or delete on parts
  for each statement execute function notify_all_processes();
-- Purchases, and all others who move pieces, change `available`; other processes read the ledger's sequence for that.
create or replace trigger parts_notify_all_of_update after update on parts
  for each row when (old.available = new.available) execute function notify_all_processes();
create or replace trigger reviews_notify_all after insert or update or delete on reviews
  for each statement execute function notify_all_processes();
create or replace trigger search_answers_notify_all after insert or update or delete on search_answers
  for each statement execute function notify_all_processes();
create or replace trigger synonyms_notify_all after insert or update or delete on synonyms
  for each statement execute function notify_all_processes();
create or replace trigger shop_settings_notify_all after insert or update or delete on shop_settings
  for each statement execute function notify_all_processes();
create or replace trigger expected_goods_notify_all after insert or delete on expected_goods
  for each statement execute function notify_all_processes();
-- Purchases promise pieces of deliveries; other processes read the sequence of promises for that.
create or replace trigger expected_goods_notify_all_of_update after update on expected_goods
  for each row when (old.promised_pieces = new.promised_pieces) execute function notify_all_processes();

-- Caches of counts by facet are told of parts as if their attributes had changed; purchases change neither.
create or replace function notify_facets() returns trigger language plpgsql as $$
begin
  raise info 'table changed' using table = 'attributes';
  perform pg_notify('table_changed', 'attributes');
  return null;
end $$;
create or replace trigger parts_notify_facets after insert or delete or update of category_id, attributes, deleted_at on parts
  for each statement execute function notify_facets();
create or replace trigger attributes_notify_facets after insert or update or delete on attributes for each statement execute function notify_facets();
create or replace trigger categories_notify_facets after insert or update or delete on categories for each statement execute function notify_facets();

-- What programs read of changed orders and quotes (docs/decisions/0046-changes-by-transaction.md): the transaction of the last change.
create or replace function set_changed_in() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;
create or replace trigger orders_set_changed_in before update on orders for each row execute function set_changed_in();
create or replace trigger quotes_set_changed_in before update on quotes for each row execute function set_changed_in();

-- A quote is shown with its newest version and its order. Both are written under the lock of its row.
create or replace function mark_quote_changed() returns trigger language plpgsql as $$
begin
  update quotes set changed_in = pg_current_xact_id() where id = new.quote_id;
  return null;
end $$;
create or replace trigger quote_versions_mark_quote after update on quote_versions for each row execute function mark_quote_changed();
create or replace trigger order_groups_mark_quote after insert on order_groups for each row execute function mark_quote_changed();

-- What open screens listen to: an order, and whose it is. A new order is not told: no screen of it is open yet.
create or replace function notify_order() returns trigger language plpgsql as $$
begin
  perform pg_notify('order_changed', new.order_id || ' ' || user_id) from orders where id = new.order_id;
  return null;
end $$;
create or replace trigger order_events_notify after insert on order_events for each row when (new.kind <> 'placed') execute function notify_order();
create or replace trigger order_messages_notify after insert or update on order_messages for each row execute function notify_order();
