-- Answers to purchase orders that came by cXML, for connections with an address for them.
create or replace function queue_cxml_answer(about uuid, told text, parcel uuid, event_ref text) returns void language sql as $$
  insert into cxml_answers (group_id, kind, parcel_id, ref, give_up_at)
  select bought.group_id, told, parcel, event_ref, now() + interval '3 days'
  from punchout_orders as bought join punchout_connections as connection on connection.id = bought.connection_id
  where bought.group_id = about and connection.answers_url is not null
  on conflict (group_id, ref) do nothing
$$;

create or replace function queue_accepted_answer() returns trigger language plpgsql as $$
begin
  perform queue_cxml_answer(new.group_id, 'confirmation', null, 'accepted');
  return null;
end $$;
create or replace trigger punchout_orders_queue_answer after insert on punchout_orders for each row
  when (new.connection_id is not null) execute function queue_accepted_answer();

-- What changes which pieces the buyer gets, or when. A confirmation tells of all lines, so that one is enough for each transaction.
create or replace function queue_changed_answer() returns trigger language plpgsql as $$
begin
  perform queue_cxml_answer(o.group_id, 'confirmation', null, 'change ' || pg_current_xact_id())
  from orders as o where o.id = new.order_id and o.group_id is not null;
  return null;
end $$;
create or replace trigger order_events_queue_answer after insert on order_events for each row
  when (new.kind in ('paid', 'delivery-changed', 'reduced', 'withdrawn', 'cancelled', 'refunded', 'revived')) execute function queue_changed_answer();

create or replace function queue_sent_answer() returns trigger language plpgsql as $$
begin
  perform queue_cxml_answer(o.group_id, 'ship-notice', new.id, 'parcel ' || new.id)
  from orders as o where o.id = new.order_id and o.group_id is not null;
  return null;
end $$;
create or replace trigger parcels_queue_answer after insert on parcels for each row execute function queue_sent_answer();
