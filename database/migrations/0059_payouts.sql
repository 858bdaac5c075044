CREATE TABLE "payout_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"payout_id" text NOT NULL,
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"gross_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"source_id" text NOT NULL,
	"intent_id" text,
	"is_matched" boolean NOT NULL,
	"bill_id" uuid,
	"description" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_lines_kind_known" CHECK ("payout_lines"."kind" in ('payment', 'refund', 'dispute', 'payout', 'fee', 'other'))
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"arrives_on" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"has_lines" boolean NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "payouts_status_known" CHECK ("payouts"."status" in ('pending', 'in_transit', 'paid', 'canceled', 'failed')),
	CONSTRAINT "payouts_currency" CHECK ("payouts"."currency" ~ '^[a-z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "sandbox"."balance" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint DEFAULT 0 NOT NULL,
	"source_id" text NOT NULL,
	"intent_id" text,
	"payout_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"arrives_on" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "postings" DROP CONSTRAINT "postings_kind_known";--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."balance" ADD CONSTRAINT "balance_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "sandbox"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_lines_of_payout" ON "payout_lines" USING btree ("payout_id","is_matched","at");--> statement-breakpoint
CREATE INDEX "payouts_by_time" ON "payouts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sandbox_balance_of_payout" ON "sandbox"."balance" USING btree ("payout_id");--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_kind_known" CHECK ("postings"."kind" in ('opening', 'payment', 'unmatched-payment', 'receipt', 'bank-receipt', 'bank-receipt-undone', 'given-back', 'refund', 'refund-failed', 'dispute', 'dispute-won', 'dispute-lost', 'invoice', 'credit-note', 'payout', 'payout-paid', 'payout-failed'));--> statement-breakpoint
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
