-- The books (docs/decisions/0044-books-by-triggers.md). What was booked stays booked.
create or replace function refuse_posting_change() returns trigger language plpgsql as $$
begin
  raise exception 'the books are only added to' using errcode = 'check_violation';
end $$;
create or replace trigger postings_refuse_change before update or delete on postings for each row execute function refuse_posting_change();
create or replace trigger postings_refuse_truncate before truncate on postings for each statement execute function refuse_posting_change();

-- At the commit, so that the lines of an entry may come one by one.
create or replace function check_entry_balance() returns trigger language plpgsql as $$
begin
  if (select sum(cents) from postings where entry = new.entry) <> 0 then
    raise exception 'entry % of the books does not sum to zero', new.entry using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger postings_check_balance after insert on postings deferrable initially deferred
  for each row execute function check_entry_balance();

-- Books one entry; lines of no cents are left out. The same row booked again gets a reference of its own.
create or replace function book(
  kind text, ref text, bill_id uuid, order_id uuid, payment text, invoice_id uuid, accounts text[], amounts bigint[], taxes text[] default '{}'
) returns void language plpgsql as $$
declare
  number bigint := nextval('postings_entry_seq');
begin
  insert into postings (entry, kind, ref, account, tax, cents, bill_id, order_id, payment, invoice_id)
  select number, book.kind, book.ref, line.account, coalesce(line.tax, ''), line.cents,
    book.bill_id, book.order_id, book.payment, book.invoice_id
  from unnest(accounts, amounts, taxes) as line(account, cents, tax) where line.cents <> 0;
end $$;

create or replace function next_ref(asked_kind text, asked_ref text) returns text language sql stable as $$
  select case count(distinct entry) when 0 then asked_ref else asked_ref || ' ' || count(distinct entry) + 1 end
  from postings where kind = asked_kind and (ref = asked_ref or ref like asked_ref || ' %')
$$;

-- Where the money of a payment is; null where none has moved.
create or replace function clearing_of(paid_by text) returns text language sql immutable parallel safe as $$
  select case paid_by when 'transfer' then 'transfer_clearing' when 'card' then 'card_clearing' end
$$;

-- The same for the previous release, which has only the transaction id. It goes with the next one.
create or replace function clearing_account(transaction_id text) returns text language sql immutable parallel safe as $$
  select case when transaction_id like 'bank\_%' then 'transfer_clearing' when transaction_id not like 'acct\_%' then 'card_clearing' end
$$;

-- Payments in the books. What is to be paid for an order, or was: its price, its freight and its tax.
create or replace function due_of(o orders) returns bigint language sql immutable parallel safe as $$
  select o.total_cents + o.freight_cents + o.tax_cents
$$;

-- What is due for the first pieces of an order, by cumulative rounding; `deliveryShare` of contract/payments/delivery-shares.ts does the same.
create or replace function due_until(o orders, pieces numeric) returns bigint language sql immutable parallel safe as $$
  select (net + freight + case when whole = 0 then 0 else div(2 * o.tax_cents * (net + freight) + whole, 2 * whole) end)::bigint
  from (
    select div(2 * o.total_cents * pieces + o.quantity, 2 * o.quantity) as net, div(2 * o.freight_cents * pieces + o.quantity, 2 * o.quantity) as freight,
      (o.total_cents + o.freight_cents)::numeric as whole
  ) as share
$$;

create or replace function book_payment() returns trigger language plpgsql as $$
declare
  clearing text := clearing_of(new.paid_by);
begin
  if clearing is not null then
    perform book('payment', new.id::text, coalesce(new.group_id, new.id), new.id, new.transaction_id, null,
      array[clearing, 'receivable'], array[due_of(new), -due_of(new)]);
  end if;
  return null;
end $$;
create or replace trigger orders_book_payment after update of transaction_id on orders for each row
  when (old.transaction_id is null and new.transaction_id is not null) execute function book_payment();
create or replace trigger orders_book_payment_of_new after insert on orders for each row
  when (new.transaction_id is not null) execute function book_payment();

-- Money that pays for nothing is owed to the buyer.
create or replace function book_unmatched_payment() returns trigger language plpgsql as $$
begin
  perform book('unmatched-payment', new.payment_intent, null, null, new.payment_intent, null,
    array['card_clearing', 'returns_due'], array[new.amount_cents, -new.amount_cents]);
  return null;
end $$;
create or replace trigger refunds_book_unmatched after insert on refunds for each row
  when (new.done_at is null) execute function book_unmatched_payment();

-- Refunds and disputes in the books. The other side of a payment's refunds: its receivable, what is owed to the buyer, or, for a payment
-- that the books do not have, the opening balance.
create or replace function refunded_account(intent text) returns table (account text, bill_id uuid) language sql stable as $$
  select 'returns_due', null::uuid from postings where kind = 'unmatched-payment' and ref = intent
  union all
  select 'receivable', paid.bill_id from (
    select id, id as bill_id from orders where transaction_id = intent and group_id is null
    union all
    select orders.id, group_id from order_groups join orders on group_id = order_groups.id where order_groups.transaction_id = intent
  ) paid where exists (select from postings where kind = 'payment' and ref = paid.id::text)
  limit 1
$$;

create or replace function clearing_of_payment(intent text) returns text language sql stable parallel safe as $$
  select clearing_of(paid_by) from payments where intent_id = intent
$$;

-- The provider has taken a refund out of the shop's money as soon as it knows of it. A bill on account is a payment without money, so
-- its refunds take none from a processor; what arrives for it, and what goes back of that, is booked below.
create or replace function taken_by(r payment_refunds) returns bigint language sql stable parallel safe as $$
  select case when r.state in ('pending', 'succeeded') and clearing_of_payment(r.intent_id) is not null then r.amount_cents else 0 end
$$;

create or replace function book_refund() returns trigger language plpgsql as $$
declare
  grows bigint := taken_by(new) - case when tg_op = 'UPDATE' then taken_by(old) else 0 end;
  kind text := case when grows > 0 then 'refund' else 'refund-failed' end;
  other record;
begin
  if grows = 0 then
    return null;
  end if;
  select * into other from refunded_account(new.intent_id);
  if not found and grows > 0 and exists (select from refunds where payment_intent = new.intent_id) then
    return null; -- it had gone back before these books began
  end if;
  perform book(kind, next_ref(kind, new.id::text), other.bill_id, new.order_id, new.intent_id, null,
    array[coalesce(other.account, 'opening'), clearing_of_payment(new.intent_id)], array[grows, -grows]);
  return null;
end $$;
create or replace trigger payment_refunds_book_refund after insert or update of state, amount_cents on payment_refunds
  for each row execute function book_refund();

-- Cents that the buyer's bank has taken because of a dispute. An inquiry takes none.
create or replace function held_by(d disputes) returns bigint language sql immutable parallel safe as $$
  select case when d.state = 'open' and d.provider_state not like 'warning%' and d.provider_state <> 'prevented' then d.amount_cents else 0 end
$$;

create or replace function lost_by(d disputes) returns bigint language sql immutable parallel safe as $$
  select case when d.state = 'lost' then d.amount_cents else 0 end
$$;

create or replace function book_dispute() returns trigger language plpgsql as $$
declare
  held bigint := held_by(new) - case when tg_op = 'UPDATE' then held_by(old) else 0 end;
  lost bigint := lost_by(new) - case when tg_op = 'UPDATE' then lost_by(old) else 0 end;
  kind text := case when lost > 0 then 'dispute-lost' when held > 0 then 'dispute' else 'dispute-won' end;
begin
  if held <> 0 or lost <> 0 then
    perform book(kind, next_ref(kind, new.id), null, null, new.intent_id, null,
      array['disputed', 'dispute_losses', clearing_of_payment(new.intent_id)], array[held, lost, -held - lost]);
  end if;
  return null;
end $$;
create or replace trigger disputes_book after insert or update on disputes for each row execute function book_dispute();

-- Invoices in the books, or with the signs turned credit notes, those of discounts on an account of their own. Revenue, freight and tax by
-- category, rate and country of delivery. A cent that is no price with its tax goes into revenue.
create or replace function book_paper() returns trigger language plpgsql as $$
declare
  sign integer := case new.kind when 'invoice' then 1 else -1 end;
  country text := new.data -> 'delivery' ->> 'country';
begin
  if new.kind = 'credit_note' and not exists (select from postings where kind = 'invoice' and ref = new.invoice_id::text) then
    return null; -- of earlier books
  end if;
  -- The bill of a delivery is its parcel.
  perform book(replace(new.kind, '_', '-'), new.id::text, new.bill_id, (select order_id from parcels where id = new.bill_id), null, new.id,
    array['receivable'] || array_agg(line.account), array[sign * (new.gross_cents + coalesce((new.data ->> 'roundingCents')::bigint, 0))] || array_agg(-sign * line.cents), array[''] || array_agg(line.tax))
  from (
    select account, cents, concat_ws(' ', tax ->> 'category', tax ->> 'rateBp', country) as tax
    from jsonb_array_elements(new.data -> 'taxes') as tax,
      lateral (values (case when (new.data -> 'credited' ->> 'isDiscount')::boolean then 'discounts' else 'revenue' end, (tax ->> 'netCents')::bigint + coalesce((tax ->> 'roundingCents')::bigint, 0) - coalesce((tax ->> 'freightCents')::bigint, 0)), ('freight', coalesce((tax ->> 'freightCents')::bigint, 0)), ('tax_payable', (tax ->> 'taxCents')::bigint)) as side(account, cents)
  ) as line;
  return null;
end $$;
create or replace trigger invoices_book after insert on invoices for each row execute function book_paper();

-- The bank in the books. What arrives for a bill on account.
create or replace function book_receipt() returns trigger language plpgsql as $$
declare
  item open_items;
begin
  select * into item from open_items where bill_id = new.bill_id;
  if found and new.kind <> 'credit' then
    perform book('receipt', new.id::text, new.bill_id, (select order_id from parcels where id = new.bill_id), item.transaction_id, null,
      array['transfer_clearing', 'receivable'], array[new.amount_cents, -new.amount_cents]);
  end if;
  return null;
end $$;
create or replace trigger bill_receipts_book_receivable after insert on bill_receipts for each row execute function book_receipt();

-- What is not credited of a refund goes back in money: of the bill of its credit note, or of a bill that is not invoiced yet.
create or replace function book_returned_receipt() returns trigger language plpgsql as $$
declare
  returned bigint := new.amount_cents - coalesce((select amount_cents from bill_receipts where refund_id = new.id), 0);
begin
  perform book('receipt', new.id::text, coalesce(
      (select item.bill_id from invoices join open_items as item on item.bill_id = invoices.bill_id where invoices.id = new.credit_note_id),
      (select bill_id from open_items where transaction_id = new.intent_id)), new.order_id, new.intent_id, null,
    array['receivable', 'transfer_clearing'], array[returned, -returned]);
  return null;
end $$;
create or replace trigger payment_refunds_book_owed after update of state on payment_refunds for each row
  when (old.state = 'asked' and new.state in ('pending', 'succeeded') and new.intent_id like 'acct\_%') execute function book_returned_receipt();

-- What the bank's statement shows is on the account at the bank as soon as somebody has said what it is: money for a bill, and money
-- that goes back.
create or replace function book_bank_receipt() returns trigger language plpgsql as $$
begin
  perform book('bank-receipt', new.id::text, new.bill_id, null, null, null,
    array['bank', 'transfer_clearing'], array[new.amount_cents, -new.amount_cents]);
  return null;
end $$;
create or replace trigger bill_receipts_book_bank after insert on bill_receipts for each row
  when (new.kind = 'bank') execute function book_bank_receipt();

-- A decision by which nothing was paid may be taken back.
create or replace function book_bank_over() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform book('bank-receipt-undone', next_ref('bank-receipt-undone', old.movement_id::text), null, null, null, null,
      array['returns_due', 'bank'], array[old.over_cents, -old.over_cents]);
  else
    perform book('bank-receipt', next_ref('bank-receipt', new.movement_id::text), null, null, null, null,
      array['bank', 'returns_due'], array[new.over_cents, -new.over_cents]);
  end if;
  return null;
end $$;
create or replace trigger bank_decisions_book_over after insert on bank_decisions for each row when (new.over_cents > 0) execute function book_bank_over();
create or replace trigger bank_decisions_book_over_undone after delete on bank_decisions for each row when (old.over_cents > 0) execute function book_bank_over();

-- What was left of a movement is used for a bill after all.
create or replace function book_over_reduced() returns trigger language plpgsql as $$
begin
  perform book('bank-receipt-undone', next_ref('bank-receipt-undone', old.movement_id::text), null, null, null, null,
    array['returns_due', 'bank'], array[old.over_cents - new.over_cents, new.over_cents - old.over_cents]);
  return null;
end $$;
create or replace trigger bank_decisions_book_over_reduced after update of over_cents on bank_decisions for each row
  when (old.over_cents > new.over_cents) execute function book_over_reduced();

-- Somebody sends it back at the bank and says so.
create or replace function book_over_given_back() returns trigger language plpgsql as $$
begin
  perform book('given-back', new.movement_id::text, null, null, null, null,
    array['returns_due', 'bank'], array[new.over_cents, -new.over_cents]);
  return null;
end $$;
create or replace trigger bank_decisions_book_given_back after update of given_back_at on bank_decisions for each row
  when (old.given_back_at is null and new.given_back_at is not null) execute function book_over_given_back();

-- Of a bill that was paid by its part payments after some of its orders were cancelled, only what is beyond it goes back.
create or replace function book_part_given_back() returns trigger language plpgsql as $$
declare
  beyond bigint := new.received_cents - coalesce(new.settled_cents, 0);
begin
  perform book('given-back', new.bill_id::text, new.bill_id, null, null, null,
    array['transfer_clearing', 'bank'], array[beyond, -beyond]);
  return null;
end $$;
create or replace trigger transfers_book_given_back after update of given_back_at on transfers for each row
  when (old.given_back_at is null and new.given_back_at is not null) execute function book_part_given_back();

-- Cents of a refund that were sent back by bank: without what an open item was credited.
create or replace function sent_back_by(r payment_refunds) returns bigint language sql stable as $$
  select case when r.state = 'succeeded' and (r.intent_id like 'bank\_%' or r.intent_id like 'acct\_%')
    then r.amount_cents - coalesce((select amount_cents from bill_receipts where refund_id = r.id), 0) else 0 end
$$;

create or replace function book_refund_given_back() returns trigger language plpgsql as $$
begin
  perform book('given-back', new.id::text, null, new.order_id, new.intent_id, null,
    array['transfer_clearing', 'bank'], array[sent_back_by(new), -sent_back_by(new)]);
  return null;
end $$;
create or replace trigger payment_refunds_book_sent after update of state on payment_refunds for each row
  when (old.state <> 'succeeded' and new.state = 'succeeded' and (new.intent_id like 'bank\_%' or new.intent_id like 'acct\_%'))
  execute function book_refund_given_back();

-- Charges of banks that the shop bears: a bill is paid with them, and no statement shows them.
create or replace function book_charges() returns trigger language plpgsql as $$
begin
  perform book('write-off', new.id::text, new.bill_id, null, null, null,
    array['bank_charges', 'transfer_clearing'], array[new.amount_cents, -new.amount_cents]);
  return null;
end $$;
create or replace trigger bill_receipts_book_charges after insert on bill_receipts for each row
  when (new.kind = 'charges') execute function book_charges();
