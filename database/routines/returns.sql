-- Returns (docs/decisions/0045-returns-count-on-their-order.md). Pieces of a return that count as returned: asked for, until it is known
-- how many have arrived; none of one that was refused or ended before.
create or replace function returned_by(r returns) returns bigint language sql immutable as $$
  select case
    when r.received_pieces is not null then r.received_pieces
    when r.state in ('asked', 'agreed') then r.pieces
    else 0
  end
$$;

-- The steps of a return, and its pieces within those that were sent: the check of `orders` refuses more, also where two are asked for
-- at once, because the order's row is locked by the first.
create or replace function check_return() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'return %: it was asked for', old.id using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'asked' or new.received_pieces is not null then
      raise exception 'return %: it is asked for first', new.id using errcode = 'check_violation';
    end if;
    update orders set returned_pieces = returned_pieces + new.pieces where id = new.order_id;
    return new;
  end if;
  if (new.id, new.position, new.order_id, new.pieces, new.reason, new.asked_at)
     is distinct from (old.id, old.position, old.order_id, old.pieces, old.reason, old.asked_at)
     or (old.received_pieces is not null and new.received_pieces is distinct from old.received_pieces) then
    raise exception 'return %: what was asked and received cannot change', old.id using errcode = 'check_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('asked', 'agreed'), ('asked', 'refused'), ('asked', 'closed'), ('agreed', 'received'), ('agreed', 'closed'),
    ('received', 'refunded'), ('received', 'closed')
  ) then
    raise exception 'return %: % cannot become %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if returned_by(new) <> returned_by(old) then
    update orders set returned_pieces = returned_pieces + returned_by(new) - returned_by(old) where id = new.order_id;
  end if;
  return new;
end $$;
create or replace trigger returns_check before insert or update or delete on returns for each row execute function check_return();

create or replace function record_return_event() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, actor_id, detail) values (new.order_id, 'return-' || new.state, new.actor_id,
    jsonb_build_object('return', new.id, 'quantity', coalesce(new.received_pieces, new.pieces)));
  return null;
end $$;
create or replace trigger returns_record_asked after insert on returns for each row execute function record_return_event();
create or replace trigger returns_record_step after update of state on returns for each row when (old.state <> new.state)
  execute function record_return_event();

-- A return has at most six pictures, of its own order; an order has at most twelve whose return was not asked for yet.
create or replace function check_return_picture() returns trigger language plpgsql as $$
begin
  perform from orders where id = new.order_id for no key update;
  if new.return_id is not null and not exists (select from returns where id = new.return_id and order_id = new.order_id) then
    raise exception 'picture %: the return is of another order', new.id using errcode = 'check_violation';
  end if;
  if (select count(*) from return_pictures where order_id = new.order_id and return_id is not distinct from new.return_id)
     >= (case when new.return_id is null then 12 else 6 end) then
    raise exception 'picture %: too many', new.id using errcode = 'check_violation', constraint = 'return_pictures_bounded';
  end if;
  return new;
end $$;
create or replace trigger return_pictures_check before insert or update of return_id on return_pictures for each row execute function check_return_picture();
