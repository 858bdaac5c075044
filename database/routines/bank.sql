-- The bank (docs/decisions/0041-money-of-the-bank.md). What it told, and what arrived for a bill, stays as it was written.
create or replace function refuse_bank_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name using errcode = 'check_violation';
end $$;
create or replace trigger bank_statements_refuse_change before update or delete on bank_statements for each row execute function refuse_bank_change();
create or replace trigger bank_movements_refuse_change before update or delete on bank_movements for each row execute function refuse_bank_change();
create or replace trigger bank_lines_refuse_change before update or delete on bank_lines for each row execute function refuse_bank_change();
create or replace trigger bill_receipts_refuse_change before update or delete on bill_receipts for each row execute function refuse_bank_change();

-- The movement's row is locked, so that receipts of one movement are counted one after the other.
create or replace function check_receipt() returns trigger language plpgsql as $$
declare
  movement bank_movements;
begin
  select * into movement from bank_movements where id = new.movement_id for update;
  if movement.amount < 0 then
    raise exception 'money that left the account pays for nothing' using errcode = 'check_violation';
  end if;
  if movement.currency = 'USD' and movement.amount < (select sum(amount_cents) from bill_receipts where movement_id = new.movement_id) then
    raise exception 'more than movement % has', new.movement_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create or replace trigger bill_receipts_check after insert on bill_receipts for each row
  when (new.movement_id is not null) execute function check_receipt();

-- By the end of the transaction the bill's open item, or its transfer, says what its receipts sum to.
create or replace function check_receipts_applied() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from bill_receipts where bill_id = new.bill_id) is distinct from coalesce(
    (select amount_cents - open_cents from open_items where bill_id = new.bill_id), (select received_cents from transfers where bill_id = new.bill_id)
  ) then
    raise exception 'bill %: its receipts are not applied', new.bill_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger bill_receipts_check_applied after insert on bill_receipts deferrable initially deferred
  for each row execute function check_receipts_applied();

-- A bill on account with an offer's lead time is due from the day on which the last of it leaves.
create or replace function date_open_item() returns trigger language plpgsql as $$
begin
  update open_items set dispatched_on = current_date, due_on = current_date + net_days
  where bill_id = coalesce(new.group_id, new.id) and is_from_dispatch and dispatched_on is null
    and not exists (select from orders where (orders.id = bill_id or orders.group_id = bill_id) and orders.state = 'paid');
  return null;
end $$;
create or replace trigger orders_date_open_item after update of state on orders for each row
  when (old.state = 'paid' and new.state in ('shipped', 'refunded')) execute function date_open_item();
