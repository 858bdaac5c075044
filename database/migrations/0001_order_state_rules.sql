-- Specification section 4, "Order status": whatever the code does, an order moves only along these arrows,
-- and what was agreed when it was placed never changes.
create function check_order_change() returns trigger language plpgsql as $$
begin
  if (new.hold_id, new.user_id, new.part_id, new.quantity, new.unit_price, new.total_cents)
     is distinct from (old.hold_id, old.user_id, old.part_id, old.quantity, old.unit_price, old.total_cents) then
    raise exception 'order %: what was ordered cannot change', old.id using errcode = 'check_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('unpaid', 'cancelling'), ('unpaid', 'cancelled'), ('unpaid', 'paid'),
    ('cancelling', 'cancelled'), ('cancelling', 'paid'), ('paid', 'shipped')
  ) then
    raise exception 'order %: % cannot become %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if old.transaction_id is not null and new.transaction_id is distinct from old.transaction_id then
    raise exception 'order %: the transaction cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger order_change before update on orders for each row execute function check_order_change();
--> statement-breakpoint
-- A hold ends once: as an order or released.
create function check_hold_change() returns trigger language plpgsql as $$
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
--> statement-breakpoint
create trigger hold_change before update on holds for each row execute function check_hold_change();
--> statement-breakpoint
-- The ledger is only ever added to.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the stock ledger is only added to' using errcode = 'check_violation';
end $$;
--> statement-breakpoint
create trigger ledger_change before update or delete on stock_moves for each row execute function refuse_ledger_change();
