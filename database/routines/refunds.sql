-- Refunds. The sum of a payment's refunds that have not failed. The check of `payments` refuses one that is above what was paid,
-- also where two transactions add one at the same time: the row of the payment is locked by the first.
create or replace function sum_refunded_cents() returns trigger language plpgsql as $$
begin
  update payments set refunded_cents = refunded_cents
    + case when new.state in ('failed', 'canceled') then 0 else new.amount_cents end
    - case when tg_op = 'INSERT' or old.state in ('failed', 'canceled') then 0 else old.amount_cents end
  where intent_id = new.intent_id;
  return null;
end $$;
create or replace trigger payment_refunds_sum_up after insert or update of state, amount_cents on payment_refunds
  for each row execute function sum_refunded_cents();

-- A refund stays with its payment.
create or replace function check_refund_change() returns trigger language plpgsql as $$
begin
  if new.intent_id is distinct from old.intent_id then
    raise exception 'refund %: its payment cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger payment_refunds_check before update on payment_refunds for each row execute function check_refund_change();
