-- What is promised beyond the stock. The ledger is only ever added to.
create or replace function refuse_promise_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger of promises is only added to' using errcode = 'check_violation';
end $$;
create or replace trigger promises_refuse_change before update or delete on promises for each row execute function refuse_promise_change();

-- Counts a row on its delivery or its month, whose row is locked by that: two orders at once are counted together. No more is promised than a
-- delivery that is still open has, or than the part makes in a month, and no order gives back more than it was promised.
create or replace function count_promise() returns trigger language plpgsql as $$
begin
  if new.expected_id is not null then
    update expected_goods set promised_pieces = promised_pieces + new.pieces
    where id = new.expected_id and part_id = new.part_id
      and (new.pieces < 0 or (arrived_at is null and removed_at is null and promised_pieces + new.pieces <= pieces));
  elsif new.pieces < 0 then
    update made_months set promised_pieces = promised_pieces + new.pieces where part_id = new.part_id and month = new.month;
  else
    insert into made_months (part_id, month, promised_pieces)
    select id, new.month, new.pieces from parts where id = new.part_id and new.pieces <= made_monthly
    on conflict (part_id, month) do update set promised_pieces = made_months.promised_pieces + excluded.promised_pieces
    where made_months.promised_pieces + excluded.promised_pieces <= (select made_monthly from parts where id = new.part_id);
  end if;
  if not found then
    raise exception 'order %: these pieces cannot be promised', new.order_id using errcode = 'check_violation', constraint = 'promises_within_supply';
  end if;
  if new.pieces < 0 and (
    select sum(pieces) from promises
    where order_id = new.order_id and day = new.day and (expected_id, month) is not distinct from (new.expected_id, new.month)
  ) < 0 then
    raise exception 'order %: more than it was promised', new.order_id using errcode = 'check_violation', constraint = 'promises_given_once';
  end if;
  return null;
end $$;
create or replace trigger promises_count after insert on promises for each row execute function count_promise();

-- What an order still waits for, by day, as its column has it; null for nothing.
create or replace function promised_of(asked uuid) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object('pieces', pieces, 'day', day, 'from', source) order by day, source)
  from (
    select sum(pieces) as pieces, day, case when expected_id is null then 'made' else 'expected' end as source
    from promises where order_id = asked group by 2, 3 having sum(pieces) > 0
  ) as open
$$;

-- A request to move a delivery ends once, and what was asked stays.
create or replace function check_delivery_move() returns trigger language plpgsql as $$
begin
  if old.state <> 'asked' or (new.order_id, new.wished_on, new.asked_by, new.asked_at)
     is distinct from (old.order_id, old.wished_on, old.asked_by, old.asked_at) then
    raise exception 'the request % to move a delivery has ended as it was asked', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger delivery_moves_check before update on delivery_moves for each row execute function check_delivery_move();
