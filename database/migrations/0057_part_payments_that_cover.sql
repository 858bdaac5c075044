-- Of a bill that was paid by its part payments after some of its orders were cancelled, only what is beyond it goes back.
create or replace function book_part_given_back() returns trigger language plpgsql as $$
declare
  beyond bigint := new.received_cents - coalesce(new.settled_cents, 0);
begin
  perform book('given-back', new.bill_id::text, new.bill_id, null, null, null,
    array['transfer_clearing', 'bank'], array[beyond, -beyond]);
  return null;
end $$;
