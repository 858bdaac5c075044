ALTER TABLE "postings" DROP CONSTRAINT "postings_kind_known";--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_kind_known" CHECK ("postings"."kind" in ('opening', 'payment', 'unmatched-payment', 'receipt', 'bank-receipt', 'bank-receipt-undone', 'given-back', 'refund', 'refund-failed', 'dispute', 'dispute-won', 'dispute-lost', 'invoice', 'credit-note', 'payout', 'payout-failed'));--> statement-breakpoint
-- What the bank's statement shows is on the account at the bank as soon as somebody has said what it is: money for a bill, and money that
-- goes back.
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
create function book_part_given_back() returns trigger language plpgsql as $$
begin
  perform book('given-back', new.bill_id::text, new.bill_id, null, null, null,
    array['transfer_clearing', 'bank'], array[new.received_cents, -new.received_cents]);
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
-- What happened since movements are matched.
select book('bank-receipt', id::text, bill_id, null, null, null, array['bank', 'transfer_clearing'], array[amount_cents, -amount_cents])
from bill_receipts where kind = 'bank' order by position;
--> statement-breakpoint
select book('bank-receipt', movement_id::text, null, null, null, null, array['bank', 'returns_due'], array[over_cents, -over_cents])
from bank_decisions where over_cents > 0;
--> statement-breakpoint
select book('given-back', movement_id::text, null, null, null, null, array['returns_due', 'bank'], array[over_cents, -over_cents])
from bank_decisions where given_back_at is not null;
--> statement-breakpoint
select book('given-back', bill_id::text, bill_id, null, null, null, array['transfer_clearing', 'bank'], array[received_cents, -received_cents])
from transfers where given_back_at is not null;
--> statement-breakpoint
select book('given-back', r.id::text, null, r.order_id, r.intent_id, null, array['transfer_clearing', 'bank'], array[sent_back_by(r), -sent_back_by(r)])
from payment_refunds r where sent_back_by(r) > 0;
