-- Holds. A hold ends once: as an order or released.
create or replace function check_hold_change() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and old.state <> 'held' then
    raise exception 'hold %: % cannot become %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if (new.user_id, new.part_id, new.quantity, new.unit_price)
     is distinct from (old.user_id, old.part_id, old.quantity, old.unit_price) then
    raise exception 'hold %: what is held cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger holds_check before update on holds for each row execute function check_hold_change();

-- States of orders, specification section 4, "Order status": whatever the code does, an order moves only along these arrows. A person revives
-- one that ended although its money arrived; its pieces are taken from stock again, with a hold of its own. What was ordered cannot change,
-- but an unpaid order may lose pieces. Its address is fixed as soon as a parcel has left, and then its pieces do not return into stock. The tax
-- of an unpaid order may be decided anew: after its address was corrected, and when the register has answered about its VAT id.
create or replace function check_order_change() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.part_id) is distinct from (old.user_id, old.part_id)
     or (new.hold_id <> old.hold_id and (old.state, new.state) <> ('cancelled', 'unpaid'))
     or ((new.quantity, new.unit_price, new.total_cents) is distinct from (old.quantity, old.unit_price, old.total_cents)
       and (new.state <> 'unpaid' or old.state <> 'unpaid' or new.quantity >= old.quantity)) then
    raise exception 'order %: what was ordered cannot change', old.id using errcode = 'check_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('unpaid', 'cancelling'), ('unpaid', 'cancelled'), ('unpaid', 'paid'), ('cancelled', 'unpaid'),
    ('cancelling', 'cancelled'), ('cancelling', 'paid'), ('paid', 'shipped'), ('paid', 'refunded')
  ) then
    raise exception 'order %: % cannot become %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if old.transaction_id is not null and new.transaction_id is distinct from old.transaction_id then
    raise exception 'order %: the transaction cannot change', old.id using errcode = 'check_violation';
  end if;
  if old.delivered_at is not null and new.delivered_at is distinct from old.delivered_at then
    raise exception 'order %: it was delivered', old.id using errcode = 'check_violation';
  end if;
  if new.freight_cents <> old.freight_cents or (new.freight is distinct from old.freight and not is_erasing()) then
    raise exception 'order %: its freight cannot change', old.id using errcode = 'check_violation';
  end if;
  if (((new.address, new.ship_to) is distinct from (old.address, old.ship_to) and not is_erasing())
      or (new.state = 'refunded' and old.state <> 'refunded'))
     and old.parceled_pieces > 0 then
    raise exception 'order %: a parcel has left', old.id using errcode = 'check_violation';
  end if;
  if (new.tax is distinct from old.tax and (old.state, new.state) is distinct from ('unpaid', 'unpaid'))
     or (new.tax_cents <> old.tax_cents and old.state not in ('unpaid', 'cancelling')) then
    raise exception 'order %: its tax cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger orders_check before update on orders for each row execute function check_order_change();

-- Pieces are withdrawn from an order that is paid and not shipped yet, for good: they may be sold to others.
create or replace function check_withdrawal() returns trigger language plpgsql as $$
begin
  if old.state <> 'paid' or new.withdrawn_pieces < old.withdrawn_pieces then
    raise exception 'order %: these pieces cannot be withdrawn', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger orders_check_withdrawal before update of withdrawn_pieces on orders for each row
  when (new.withdrawn_pieces <> old.withdrawn_pieces) execute function check_withdrawal();

-- What an order has brought, in cents: its price without tax, less what of it was given back. Of price and tax the same share went back;
-- freight is added to the tax by the caller.
create or replace function turnover_cents(total_cents bigint, tax_cents bigint, refunded_cents bigint) returns bigint language sql immutable parallel safe as $$
  select case when tax_cents = 0 then total_cents - refunded_cents
    else round((total_cents + tax_cents - refunded_cents)::numeric * total_cents / (total_cents + tax_cents))::bigint end
$$;

-- How far the shop is with what it makes, contract/orders/stages.ts: one stage after the other, and back where somebody corrects it. Nothing
-- is said of orders that are sent or have ended, or that nothing is made for.
create or replace function check_stage() returns trigger language plpgsql as $$
begin
  if old.state not in ('unpaid', 'paid') or old.made_pieces = 0 or new.stage is null or (old.stage = 'planned' and new.stage = 'ready') then
    raise exception 'order %: % cannot become %', old.id, old.stage, new.stage using errcode = 'check_violation', constraint = 'orders_check_stage';
  end if;
  return new;
end $$;
create or replace trigger orders_check_stage before update of stage, stage_day on orders for each row
  when ((new.stage, new.stage_day) is distinct from (old.stage, old.stage_day)) execute function check_stage();
