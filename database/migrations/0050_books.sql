CREATE TABLE "postings" (
	"entry" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"account" text NOT NULL,
	"tax" text DEFAULT '' NOT NULL,
	"cents" bigint NOT NULL,
	"bill_id" uuid,
	"order_id" uuid,
	"payment" text,
	"invoice_id" uuid,
	CONSTRAINT "postings_entry_account_tax_pk" PRIMARY KEY("entry","account","tax"),
	CONSTRAINT "postings_once" UNIQUE("kind","ref","account","tax"),
	CONSTRAINT "postings_kind_known" CHECK ("postings"."kind" in ('opening', 'payment', 'unmatched-payment', 'refund', 'refund-failed', 'dispute', 'dispute-won', 'dispute-lost', 'invoice', 'credit-note', 'payout', 'payout-failed')),
	CONSTRAINT "postings_account_known" CHECK ("postings"."account" in ('receivable', 'bank', 'card_clearing', 'transfer_clearing', 'payouts_in_transit', 'disputed', 'returns_due', 'tax_payable', 'revenue', 'fees', 'dispute_losses', 'differences', 'opening'))
);
--> statement-breakpoint
CREATE INDEX "postings_of_account" ON "postings" USING btree ("account","at","entry");--> statement-breakpoint
CREATE INDEX "postings_by_time" ON "postings" USING brin ("at");

--> statement-breakpoint
create sequence postings_entry_seq owned by postings.entry;
--> statement-breakpoint
-- What was booked stays booked.
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
-- What is to be paid for an order, or was.
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
-- Money that pays for nothing is owed to the buyer. What a payment of earlier books has given back is no business of these.
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
-- The other side of a payment's refunds: its receivable, what is owed to the buyer, or, for a payment of earlier books, the opening balance.
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
-- The provider has taken a refund out of the shop's money as soon as it knows of it.
create function taken_by(r payment_refunds) returns bigint language sql immutable parallel safe as $$
  select case when r.state in ('pending', 'succeeded') then r.amount_cents else 0 end
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
-- An invoice, or with the signs turned a credit note. Revenue and tax by category, rate and country of delivery.
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
-- What was paid before the books began, less what has gone back, as one entry; its time is after the last payment in it.
-- Money that has yet to go back is an entry of its own.
with paid as (
  select coalesce(sum(due_of(o)), 0)::bigint as cents from orders o where transaction_id is not null
), given_back as (
  select coalesce(sum(taken_by(r)), 0)::bigint as cents from payment_refunds r
  where not exists (select from refunds where payment_intent = r.intent_id)
), disputed as (
  select coalesce(sum(held_by(d)), 0)::bigint as held, coalesce(sum(lost_by(d)), 0)::bigint as lost from disputes d
), number as (
  select nextval('postings_entry_seq') as entry where exists (select from orders where transaction_id is not null)
)
insert into postings (entry, at, kind, ref, account, cents)
select entry, clock_timestamp(), 'opening', 'opening', line.account, line.cents
from number, paid, given_back, disputed, lateral (values
  ('card_clearing', paid.cents - given_back.cents - held - lost),
  ('disputed', held),
  ('opening', given_back.cents + lost - paid.cents)
) as line(account, cents);
--> statement-breakpoint
select book('unmatched-payment', r.payment_intent, null, null, r.payment_intent, null, array['card_clearing', 'returns_due'], array[left_over, -left_over])
from refunds r cross join lateral (
  select r.amount_cents - coalesce(sum(taken_by(g)), 0)::bigint as left_over from payment_refunds g where g.intent_id = r.payment_intent
) as given
where r.done_at is null;
