-- How a payment was made, by its transaction id, because the previous release writes nothing else. The shop itself makes those of transfers and of
-- bills on account (contract/payments/payment-means.ts). Beside this, the conditions of two triggers of refunds and `sent_back_by` in books.sql
-- read it.
create or replace function set_paid_by() returns trigger language plpgsql as $$
declare
  id text := to_jsonb(new) ->> tg_argv[0];
begin
  new.paid_by := case when id like 'bank\_%' then 'transfer' when id like 'acct\_%' then 'account' else 'card' end;
  return new;
end $$;
create or replace trigger orders_set_paid_by before insert or update of transaction_id, paid_by on orders for each row
  when (new.transaction_id is not null) execute function set_paid_by('transaction_id');
create or replace trigger payments_set_paid_by before insert or update of paid_by on payments for each row execute function set_paid_by('intent_id');
