-- Refunds. The sum of a payment's refunds that have not failed. The check of `payments` refuses one that is above what was paid,
-- also where two transactions add one at the same time: the row of the payment is locked by the first.
create function keep_refunded_cents() returns trigger language plpgsql as $$
begin
  update payments set refunded_cents = refunded_cents
    + case when new.state in ('failed', 'canceled') then 0 else new.amount_cents end
    - case when tg_op = 'INSERT' or old.state in ('failed', 'canceled') then 0 else old.amount_cents end
  where intent_id = new.intent_id;
  return null;
end $$;
--> statement-breakpoint
create trigger refunded_cents_kept after insert or update of state, amount_cents on payment_refunds
  for each row execute function keep_refunded_cents();
--> statement-breakpoint
-- A refund stays with its payment.
create function check_refund_change() returns trigger language plpgsql as $$
begin
  if new.intent_id is distinct from old.intent_id then
    raise exception 'refund %: its payment cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger refund_change before update on payment_refunds for each row execute function check_refund_change();
--> statement-breakpoint

-- Standard rates of the EU, Switzerland, Great Britain and Norway as they were on 1 January 2024, and their changes since.
insert into tax_rates (country, from_day, rate_bp) values
  ('AT', '2024-01-01', 2000), ('BE', '2024-01-01', 2100), ('BG', '2024-01-01', 2000), ('CY', '2024-01-01', 1900), ('CZ', '2024-01-01', 2100),
  ('DE', '2024-01-01', 1900), ('DK', '2024-01-01', 2500), ('EE', '2024-01-01', 2200), ('ES', '2024-01-01', 2100), ('FI', '2024-01-01', 2400),
  ('FR', '2024-01-01', 2000), ('GR', '2024-01-01', 2400), ('HR', '2024-01-01', 2500), ('HU', '2024-01-01', 2700), ('IE', '2024-01-01', 2300),
  ('IT', '2024-01-01', 2200), ('LT', '2024-01-01', 2100), ('LU', '2024-01-01', 1700), ('LV', '2024-01-01', 2100), ('MT', '2024-01-01', 1800),
  ('NL', '2024-01-01', 2100), ('PL', '2024-01-01', 2300), ('PT', '2024-01-01', 2300), ('RO', '2024-01-01', 1900), ('SE', '2024-01-01', 2500),
  ('SI', '2024-01-01', 2200), ('SK', '2024-01-01', 2000), ('CH', '2024-01-01', 810), ('GB', '2024-01-01', 2000), ('NO', '2024-01-01', 2500),
  ('FI', '2024-09-01', 2550), ('SK', '2025-01-01', 2300), ('EE', '2025-07-01', 2400), ('RO', '2025-08-01', 2100);
--> statement-breakpoint
-- A rate that has begun stays: orders were decided by it.
create function refuse_tax_rate_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or old.from_day <= (now() at time zone 'utc')::date then
    raise exception 'the rate of % from % on cannot change', old.country, old.from_day using errcode = 'check_violation';
  end if;
  return old;
end $$;
--> statement-breakpoint
create trigger tax_rate_change before update or delete on tax_rates for each row execute function refuse_tax_rate_change();
--> statement-breakpoint
-- What is written with an order of this user; null where nothing was filled in.
create function billing_of(buyer uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('company', company, 'vatId', vat_id, 'address', address)
  from billing_details where user_id = buyer and (company <> '' or vat_id is not null or address is not null)
$$;
--> statement-breakpoint

-- Invoices and credit notes (docs/decisions/0042-invoices-are-frozen-data.md). An issued paper does not change.
create function keep_paper() returns trigger language plpgsql as $$
begin
  raise exception 'an issued paper does not change' using errcode = 'check_violation', constraint = 'papers_are_kept', table = tg_table_name;
end $$;
--> statement-breakpoint
create trigger invoices_kept before update or delete on invoices for each row execute function keep_paper();
--> statement-breakpoint
create trigger invoice_documents_kept before update or delete on invoice_documents for each row execute function keep_paper();
--> statement-breakpoint
-- Numbers count up by one.
create function count_on() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (tg_op = 'INSERT' and new.last <> 1)
    or (tg_op = 'UPDATE' and (new.last <> old.last + 1 or new.issued_on < old.issued_on or (new.series, new.year) <> (old.series, old.year)))
  then
    raise exception 'numbers count up by one' using errcode = 'check_violation', constraint = 'numbers_count_up', table = 'number_series';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger numbers_count_up before insert or update or delete on number_series for each row execute function count_on();
--> statement-breakpoint
-- A number that was taken has its paper by the end of the transaction, and a paper has a number that was taken.
create function check_number_used() returns trigger language plpgsql as $$
begin
  if not exists (select from invoices where (series, year, sequence) = (new.series, new.year, new.last)) then
    raise exception 'a number without a paper' using errcode = 'check_violation', constraint = 'numbers_have_papers', table = 'number_series';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger numbers_have_papers after insert or update on number_series
  deferrable initially deferred for each row execute function check_number_used();
--> statement-breakpoint
create function check_paper() returns trigger language plpgsql as $$
declare
  credited invoices;
begin
  if not exists (select from number_series where (series, year) = (new.series, new.year) and last >= new.sequence) then
    raise exception 'a paper without a number' using errcode = 'check_violation', constraint = 'papers_have_numbers', table = 'invoices';
  end if;
  if new.kind = 'credit_note' then
    -- One credit note of an invoice at a time.
    select * into credited from invoices where id = new.invoice_id for no key update;
    if credited.kind <> 'invoice' or credited.bill_id <> new.bill_id
      or (select sum(net_cents) > credited.net_cents or sum(tax_cents) > credited.tax_cents
        from invoices where invoice_id = new.invoice_id)
    then
      raise exception 'more is credited than was invoiced' using errcode = 'check_violation', constraint = 'credit_within_invoice', table = 'invoices';
    end if;
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger papers_checked after insert on invoices
  not deferrable for each row execute function check_paper();
--> statement-breakpoint

-- The books (docs/decisions/0044-books-by-triggers.md). What was booked stays booked.
create function refuse_posting_change() returns trigger language plpgsql as $$
begin
  raise exception 'the books are only added to' using errcode = 'check_violation';
end $$;
--> statement-breakpoint
create trigger posting_change before update or delete on postings for each row execute function refuse_posting_change();
--> statement-breakpoint
create trigger postings_emptied before truncate on postings for each statement execute function refuse_posting_change();
--> statement-breakpoint
-- At the commit, so that the lines of an entry may come one by one.
create function check_entry_balance() returns trigger language plpgsql as $$
begin
  if (select sum(cents) from postings where entry = new.entry) <> 0 then
    raise exception 'entry % of the books does not sum to zero', new.entry using errcode = 'check_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger entry_balances after insert on postings deferrable initially deferred
  for each row execute function check_entry_balance();
--> statement-breakpoint
-- Books one entry; lines of no cents are left out. The same row booked again gets a reference of its own.
create function book(
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
--> statement-breakpoint
create function next_ref(asked_kind text, asked_ref text) returns text language sql stable as $$
  select case count(distinct entry) when 0 then asked_ref else asked_ref || ' ' || count(distinct entry) + 1 end
  from postings where kind = asked_kind and (ref = asked_ref or ref like asked_ref || ' %')
$$;
--> statement-breakpoint
-- Where the money of a payment is, by its transaction id; null where none has moved.
create function clearing_account(transaction_id text) returns text language sql immutable parallel safe as $$
  select case when transaction_id like 'bank\_%' then 'transfer_clearing' when transaction_id not like 'acct\_%' then 'card_clearing' end
$$;
--> statement-breakpoint

-- Payments in the books. What is to be paid for an order, or was.
create function due_of(o orders) returns bigint language sql immutable parallel safe as $$
  select o.total_cents + o.tax_cents
$$;
--> statement-breakpoint
create function book_payment() returns trigger language plpgsql as $$
declare
  clearing text := clearing_account(new.transaction_id);
begin
  if clearing is not null then
    perform book('payment', new.id::text, coalesce(new.group_id, new.id), new.id, new.transaction_id, null,
      array[clearing, 'receivable'], array[due_of(new), -due_of(new)]);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger payment_booked after update of transaction_id on orders for each row
  when (old.transaction_id is null and new.transaction_id is not null) execute function book_payment();
--> statement-breakpoint
create trigger payment_of_new_booked after insert on orders for each row
  when (new.transaction_id is not null) execute function book_payment();
--> statement-breakpoint
-- Money that pays for nothing is owed to the buyer.
create function book_unmatched_payment() returns trigger language plpgsql as $$
begin
  perform book('unmatched-payment', new.payment_intent, null, null, new.payment_intent, null,
    array[clearing_account(new.payment_intent), 'returns_due'], array[new.amount_cents, -new.amount_cents]);
  return null;
end $$;
--> statement-breakpoint
create trigger unmatched_payment_booked after insert on refunds for each row
  when (new.done_at is null) execute function book_unmatched_payment();
--> statement-breakpoint

-- Refunds and disputes in the books. The other side of a payment's refunds: its receivable, what is owed to the buyer, or, for a payment
-- that the books do not have, the opening balance.
create function refunded_account(intent text) returns table (account text, bill_id uuid) language sql stable as $$
  select 'returns_due', null::uuid from postings where kind = 'unmatched-payment' and ref = intent
  union all
  select 'receivable', paid.bill_id from (
    select id, id as bill_id from orders where transaction_id = intent and group_id is null
    union all
    select orders.id, group_id from order_groups join orders on group_id = order_groups.id where order_groups.transaction_id = intent
  ) paid where exists (select from postings where kind = 'payment' and ref = paid.id::text)
  limit 1
$$;
--> statement-breakpoint
-- The provider has taken a refund out of the shop's money as soon as it knows of it. A bill on account is a payment without money, so
-- its refunds take none from a processor; what arrives for it, and what goes back of that, is booked below.
create function taken_by(r payment_refunds) returns bigint language sql immutable parallel safe as $$
  select case when r.state in ('pending', 'succeeded') and r.intent_id not like 'acct\_%' then r.amount_cents else 0 end
$$;
--> statement-breakpoint
create function book_refund() returns trigger language plpgsql as $$
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
    array[coalesce(other.account, 'opening'), clearing_account(new.intent_id)], array[grows, -grows]);
  return null;
end $$;
--> statement-breakpoint
create trigger refund_booked after insert or update of state, amount_cents on payment_refunds
  for each row execute function book_refund();
--> statement-breakpoint
-- Cents that the buyer's bank has taken because of a dispute. An inquiry takes none.
create function held_by(d disputes) returns bigint language sql immutable parallel safe as $$
  select case when d.state = 'open' and d.provider_state not like 'warning%' and d.provider_state <> 'prevented' then d.amount_cents else 0 end
$$;
--> statement-breakpoint
create function lost_by(d disputes) returns bigint language sql immutable parallel safe as $$
  select case when d.state = 'lost' then d.amount_cents else 0 end
$$;
--> statement-breakpoint
create function book_dispute() returns trigger language plpgsql as $$
declare
  held bigint := held_by(new) - case when tg_op = 'UPDATE' then held_by(old) else 0 end;
  lost bigint := lost_by(new) - case when tg_op = 'UPDATE' then lost_by(old) else 0 end;
  kind text := case when lost > 0 then 'dispute-lost' when held > 0 then 'dispute' else 'dispute-won' end;
begin
  if held <> 0 or lost <> 0 then
    perform book(kind, next_ref(kind, new.id), null, null, new.intent_id, null,
      array['disputed', 'dispute_losses', clearing_account(new.intent_id)], array[held, lost, -held - lost]);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger dispute_booked after insert or update on disputes for each row execute function book_dispute();
--> statement-breakpoint

-- Invoices in the books, or with the signs turned credit notes. Revenue and tax by category, rate and country of delivery.
create function book_paper() returns trigger language plpgsql as $$
declare
  sign integer := case new.kind when 'invoice' then 1 else -1 end;
  country text := new.data -> 'delivery' ->> 'country';
begin
  if new.kind = 'credit_note' and not exists (select from postings where kind = 'invoice' and ref = new.invoice_id::text) then
    return null; -- of earlier books
  end if;
  perform book(replace(new.kind, '_', '-'), new.id::text, new.bill_id, null, null, new.id,
    array['receivable'] || array_agg(line.account), array[sign * new.gross_cents] || array_agg(-sign * line.cents), array[''] || array_agg(line.tax))
  from (
    select account, cents, concat_ws(' ', tax ->> 'category', tax ->> 'rateBp', country) as tax
    from jsonb_array_elements(new.data -> 'taxes') as tax,
      lateral (values ('revenue', (tax ->> 'netCents')::bigint), ('tax_payable', (tax ->> 'taxCents')::bigint)) as side(account, cents)
  ) as line;
  return null;
end $$;
--> statement-breakpoint
create trigger paper_booked after insert on invoices for each row execute function book_paper();
--> statement-breakpoint

-- The bank (docs/decisions/0041-money-of-the-bank.md). What it told, and what arrived for a bill, stays as it was written.
create function refuse_bank_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name using errcode = 'check_violation';
end $$;
--> statement-breakpoint
create trigger bank_statement_change before update or delete on bank_statements for each row execute function refuse_bank_change();
--> statement-breakpoint
create trigger bank_movement_change before update or delete on bank_movements for each row execute function refuse_bank_change();
--> statement-breakpoint
create trigger bank_line_change before update or delete on bank_lines for each row execute function refuse_bank_change();
--> statement-breakpoint
create trigger bill_receipt_change before update or delete on bill_receipts for each row execute function refuse_bank_change();
--> statement-breakpoint
-- Adds what arrived to the transfer of its bill, or takes it from its open item, which is closed with the last of it. The checks of
-- these tables refuse more than is open. The movement's row is locked, so that receipts of one movement are counted one after the other.
create function keep_receipt() returns trigger language plpgsql as $$
declare
  movement bank_movements;
  item open_items;
begin
  if new.movement_id is not null then
    select * into movement from bank_movements where id = new.movement_id for update;
    if movement.amount < 0 then
      raise exception 'money that left the account pays for nothing' using errcode = 'check_violation';
    end if;
    if movement.currency = 'USD' and movement.amount < (select sum(amount_cents) from bill_receipts where movement_id = new.movement_id) then
      raise exception 'more than movement % has', new.movement_id using errcode = 'check_violation';
    end if;
  end if;
  select * into item from open_items where bill_id = new.bill_id for update;
  if found then
    update open_items set open_cents = open_cents - new.amount_cents,
      closed_at = case when open_cents = new.amount_cents then now() end
    where bill_id = new.bill_id;
  else
    update transfers set received_cents = received_cents + new.amount_cents where bill_id = new.bill_id;
    if not found then
      raise exception 'bill % is neither to be transferred nor on account', new.bill_id using errcode = 'check_violation';
    end if;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger receipt_kept after insert on bill_receipts for each row execute function keep_receipt();
--> statement-breakpoint

-- The bank in the books. What arrives for a bill on account.
create function book_receipt() returns trigger language plpgsql as $$
declare
  item open_items;
begin
  select * into item from open_items where bill_id = new.bill_id;
  if found and new.kind <> 'credit' then
    perform book('receipt', new.id::text, new.bill_id, null, item.transaction_id, null,
      array['transfer_clearing', 'receivable'], array[new.amount_cents, -new.amount_cents]);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger receipt_booked after insert on bill_receipts for each row execute function book_receipt();
--> statement-breakpoint
-- What is not credited of a refund goes back in money.
create function book_receipt_returned() returns trigger language plpgsql as $$
declare
  returned bigint := new.amount_cents - coalesce((select amount_cents from bill_receipts where refund_id = new.id), 0);
begin
  perform book('receipt', new.id::text, (select bill_id from open_items where transaction_id = new.intent_id), new.order_id, new.intent_id, null,
    array['receivable', 'transfer_clearing'], array[returned, -returned]);
  return null;
end $$;
--> statement-breakpoint
create trigger receipt_returned_booked after update of state on payment_refunds for each row
  when (old.state = 'asked' and new.state in ('pending', 'succeeded') and new.intent_id like 'acct\_%') execute function book_receipt_returned();
--> statement-breakpoint
-- What the bank's statement shows is on the account at the bank as soon as somebody has said what it is: money for a bill, and money
-- that goes back.
create function book_bank_receipt() returns trigger language plpgsql as $$
begin
  perform book('bank-receipt', new.id::text, new.bill_id, null, null, null,
    array['bank', 'transfer_clearing'], array[new.amount_cents, -new.amount_cents]);
  return null;
end $$;
--> statement-breakpoint
create trigger bank_receipt_booked after insert on bill_receipts for each row
  when (new.kind = 'bank') execute function book_bank_receipt();
--> statement-breakpoint
-- A decision by which nothing was paid may be taken back.
create function book_bank_over() returns trigger language plpgsql as $$
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
--> statement-breakpoint
create trigger bank_over_booked after insert on bank_decisions for each row when (new.over_cents > 0) execute function book_bank_over();
--> statement-breakpoint
create trigger bank_over_undone after delete on bank_decisions for each row when (old.over_cents > 0) execute function book_bank_over();
--> statement-breakpoint
-- Somebody sends it back at the bank and says so.
create function book_over_given_back() returns trigger language plpgsql as $$
begin
  perform book('given-back', new.movement_id::text, null, null, null, null,
    array['returns_due', 'bank'], array[new.over_cents, -new.over_cents]);
  return null;
end $$;
--> statement-breakpoint
create trigger over_given_back_booked after update of given_back_at on bank_decisions for each row
  when (old.given_back_at is null and new.given_back_at is not null) execute function book_over_given_back();
--> statement-breakpoint
-- Of a bill that was paid by its part payments after some of its orders were cancelled, only what is beyond it goes back.
create function book_part_given_back() returns trigger language plpgsql as $$
declare
  beyond bigint := new.received_cents - coalesce(new.settled_cents, 0);
begin
  perform book('given-back', new.bill_id::text, new.bill_id, null, null, null,
    array['transfer_clearing', 'bank'], array[beyond, -beyond]);
  return null;
end $$;
--> statement-breakpoint
create trigger part_given_back_booked after update of given_back_at on transfers for each row
  when (old.given_back_at is null and new.given_back_at is not null) execute function book_part_given_back();
--> statement-breakpoint
-- Cents of a refund that were sent back by bank: without what an open item was credited.
create function sent_back_by(r payment_refunds) returns bigint language sql stable as $$
  select case when r.state = 'succeeded' and (r.intent_id like 'bank\_%' or r.intent_id like 'acct\_%')
    then r.amount_cents - coalesce((select amount_cents from bill_receipts where refund_id = r.id), 0) else 0 end
$$;
--> statement-breakpoint
create function book_refund_given_back() returns trigger language plpgsql as $$
begin
  perform book('given-back', new.id::text, null, new.order_id, new.intent_id, null,
    array['transfer_clearing', 'bank'], array[sent_back_by(new), -sent_back_by(new)]);
  return null;
end $$;
--> statement-breakpoint
create trigger refund_given_back_booked after update of state on payment_refunds for each row
  when (old.state <> 'succeeded' and new.state = 'succeeded' and (new.intent_id like 'bank\_%' or new.intent_id like 'acct\_%'))
  execute function book_refund_given_back();
--> statement-breakpoint

-- Payouts of the card processor. Their lines are only added.
create function refuse_payout_line_change() returns trigger language plpgsql as $$
begin
  raise exception 'lines of payouts are only added' using errcode = 'check_violation';
end $$;
--> statement-breakpoint
create trigger payout_line_change before update or delete on payout_lines for each row execute function refuse_payout_line_change();
--> statement-breakpoint
-- Whether the shop knows what a line is about, so that it is in the books under the card processor.
create function payout_line_is_known(kind text, source_id text, intent_id text) returns boolean language sql stable as $$
  select case kind
    when 'payment' then exists (select from orders where transaction_id = intent_id and group_id is null)
      or exists (select from order_groups where transaction_id = intent_id) or exists (select from refunds where payment_intent = intent_id)
    when 'refund' then exists (select from payment_refunds where provider_id = source_id) or exists (select from refunds where payment_intent = intent_id)
    when 'dispute' then exists (select from disputes where id = source_id)
    when 'payout' then exists (select from payouts where id = source_id)
    else false end
$$;
--> statement-breakpoint
create function bill_of_payment(intent_id text) returns uuid language sql stable as $$
  select id from orders where transaction_id = intent_id and group_id is null
  union all
  select id from order_groups where transaction_id = intent_id
  limit 1
$$;
--> statement-breakpoint
-- What the lines of a payout say: fees, what the books have under the card processor, what they do not know, and all of it.
create function sums_of_payout(p payouts) returns table (fees bigint, known bigint, unknown bigint, net bigint) language sql stable as $$
  select fees, case when p.has_lines then known else p.amount_cents end, unknown, case when p.has_lines then known + unknown - fees else p.amount_cents end
  from (
    select coalesce(sum(fee_cents - case kind when 'fee' then gross_cents else 0 end), 0)::bigint as fees,
      coalesce(sum(gross_cents) filter (where kind <> 'fee' and is_matched), 0)::bigint as known,
      coalesce(sum(gross_cents) filter (where kind <> 'fee' and not is_matched), 0)::bigint as unknown
    from payout_lines where payout_id = p.id
  ) as lines
$$;
--> statement-breakpoint
-- Where the money of a payout is; null while it is not booked, and for one in another currency, of which the shop knows no rate.
create function place_of_payout(p payouts) returns text language sql immutable as $$
  select case
    when p.read_at is null or p.currency <> 'usd' then null
    when p.status = 'paid' then 'bank' when p.status in ('failed', 'canceled') then 'card_clearing' else 'payouts_in_transit' end
$$;
--> statement-breakpoint
create function book_payout() returns trigger language plpgsql as $$
declare
  was text := case when tg_op = 'UPDATE' then place_of_payout(old) end;
  place text := place_of_payout(new);
  sums record;
begin
  if place is null or place is not distinct from was then
    return null;
  end if;
  if was is null then
    select * into sums from sums_of_payout(new);
    if sums.net <> new.amount_cents then
      raise exception 'the lines of payout % sum to %, not to %', new.id, sums.net, new.amount_cents using errcode = 'check_violation';
    end if;
    was := 'payouts_in_transit';
    perform book('payout', new.id, null, null, null, null,
      array[was, 'fees', 'card_clearing', 'differences'], array[new.amount_cents, sums.fees, -sums.known, -sums.unknown]);
  end if;
  if place <> was then
    perform book(case place when 'bank' then 'payout-paid' else 'payout-failed' end, new.id, null, null, null, null,
      array[place, was], array[new.amount_cents, -new.amount_cents]);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger payout_booked after insert or update of status, read_at on payouts for each row execute function book_payout();
--> statement-breakpoint
-- What was booked is not forgotten by a later answer of the card processor that is older.
create function refuse_payout_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.id, old.amount_cents, old.currency, old.has_lines) is distinct from (new.id, new.amount_cents, new.currency, new.has_lines)
    or (old.read_at is not null and new.read_at is distinct from old.read_at)
    or array_position(array['pending', 'in_transit', 'paid', 'canceled', 'failed'], new.status)
      < array_position(array['pending', 'in_transit', 'paid', 'canceled', 'failed'], old.status) then
    raise exception 'payout % only goes on', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger payout_change before update or delete on payouts for each row execute function refuse_payout_change();
