CREATE TABLE "credit_limits" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"limit_cents" bigint NOT NULL,
	"net_days" integer NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_limits_amount" CHECK ("credit_limits"."limit_cents" between 0 and 1000000000000000),
	CONSTRAINT "credit_limits_days" CHECK ("credit_limits"."net_days" in (14, 30, 60))
);
--> statement-breakpoint
CREATE TABLE "open_items" (
	"bill_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"transaction_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"open_cents" bigint NOT NULL,
	"net_days" integer NOT NULL,
	"due_on" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"reminded" integer DEFAULT 0 NOT NULL,
	"reminded_at" timestamp with time zone,
	CONSTRAINT "open_items_transactionId_unique" UNIQUE("transaction_id"),
	CONSTRAINT "open_items_open_within" CHECK ("open_items"."open_cents" between 0 and "open_items"."amount_cents"),
	CONSTRAINT "open_items_closed" CHECK (("open_items"."open_cents" = 0) = ("open_items"."closed_at" is not null)),
	CONSTRAINT "open_items_reminded" CHECK ("open_items"."reminded" between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "bank_decisions" (
	"movement_id" uuid PRIMARY KEY NOT NULL,
	"outcome" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"over_cents" bigint DEFAULT 0 NOT NULL,
	"decided_by" uuid NOT NULL,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	"given_back_by" uuid,
	"given_back_at" timestamp with time zone,
	CONSTRAINT "bank_decisions_outcome_known" CHECK ("bank_decisions"."outcome" in ('matched', 'give-back', 'not-ours')),
	CONSTRAINT "bank_decisions_over" CHECK ("bank_decisions"."over_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "bank_lines" (
	"statement_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"movement_id" uuid NOT NULL,
	CONSTRAINT "bank_lines_statement_id_line_pk" PRIMARY KEY("statement_id","line")
);
--> statement-breakpoint
CREATE TABLE "bank_movements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "bank_movements_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"statement_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"account" text NOT NULL,
	"booked_on" date NOT NULL,
	"value_on" date,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"payer" text NOT NULL,
	"payer_account" text NOT NULL,
	"text" text NOT NULL,
	"reference" text NOT NULL,
	"bank_reference" text NOT NULL,
	"is_reversal" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_movements_position_unique" UNIQUE("position"),
	CONSTRAINT "bank_movements_fingerprint_unique" UNIQUE("fingerprint"),
	CONSTRAINT "bank_movements_move" CHECK ("bank_movements"."amount" <> 0),
	CONSTRAINT "bank_movements_currency" CHECK ("bank_movements"."currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "bank_statements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "bank_statements_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"file_name" text NOT NULL,
	"format" text NOT NULL,
	"sha256" text NOT NULL,
	"lines" integer NOT NULL,
	"new_lines" integer NOT NULL,
	"pending" integer NOT NULL,
	"adds_up" boolean,
	"first_day" date,
	"last_day" date,
	"uploaded_by" uuid NOT NULL,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_statements_position_unique" UNIQUE("position"),
	CONSTRAINT "bank_statements_sha256_unique" UNIQUE("sha256"),
	CONSTRAINT "bank_statements_format_known" CHECK ("bank_statements"."format" in ('camt.053', 'mt940', 'csv'))
);
--> statement-breakpoint
CREATE TABLE "bill_receipts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "bill_receipts_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bill_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"movement_id" uuid,
	"refund_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"actor_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bill_receipts_position_unique" UNIQUE("position"),
	CONSTRAINT "bill_receipts_refundId_unique" UNIQUE("refund_id"),
	CONSTRAINT "bill_receipts_once" UNIQUE("movement_id","bill_id"),
	CONSTRAINT "bill_receipts_kind_known" CHECK ("bill_receipts"."kind" in ('bank', 'hand', 'credit')),
	CONSTRAINT "bill_receipts_amount" CHECK ("bill_receipts"."amount_cents" > 0),
	CONSTRAINT "bill_receipts_of_a_movement" CHECK (("bill_receipts"."kind" = 'bank') = ("bill_receipts"."movement_id" is not null)),
	CONSTRAINT "bill_receipts_of_a_refund" CHECK (("bill_receipts"."kind" = 'credit') = ("bill_receipts"."refund_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"bill_id" uuid PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "transfers_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"reference" text GENERATED ALWAYS AS ('RF' || lpad((98 - ('2915' || lpad(position::text, greatest(8, length(position::text)), '0') || '271500')::numeric % 97)::text, 2, '0')
          || 'TF' || lpad(position::text, greatest(8, length(position::text)), '0')) STORED NOT NULL,
	"chosen_at" timestamp with time zone,
	"received_cents" bigint DEFAULT 0 NOT NULL,
	"transaction_id" text,
	"settled_cents" bigint,
	"settled_at" timestamp with time zone,
	"given_back_by" uuid,
	"given_back_at" timestamp with time zone,
	CONSTRAINT "transfers_position_unique" UNIQUE("position"),
	CONSTRAINT "transfers_reference_unique" UNIQUE("reference"),
	CONSTRAINT "transfers_transactionId_unique" UNIQUE("transaction_id"),
	CONSTRAINT "transfers_received" CHECK ("transfers"."received_cents" >= coalesce("transfers"."settled_cents", 0)),
	CONSTRAINT "transfers_settled_together" CHECK (("transfers"."settled_at" is null) = ("transfers"."transaction_id" is null) and ("transfers"."settled_at" is null) = ("transfers"."settled_cents" is null))
);
--> statement-breakpoint
ALTER TABLE "postings" DROP CONSTRAINT "postings_kind_known";--> statement-breakpoint
ALTER TABLE "credit_limits" ADD CONSTRAINT "credit_limits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_limits" ADD CONSTRAINT "credit_limits_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_items" ADD CONSTRAINT "open_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_decisions" ADD CONSTRAINT "bank_decisions_movement_id_bank_movements_id_fk" FOREIGN KEY ("movement_id") REFERENCES "public"."bank_movements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_decisions" ADD CONSTRAINT "bank_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_decisions" ADD CONSTRAINT "bank_decisions_given_back_by_users_id_fk" FOREIGN KEY ("given_back_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_statement_id_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_movement_id_bank_movements_id_fk" FOREIGN KEY ("movement_id") REFERENCES "public"."bank_movements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_movements" ADD CONSTRAINT "bank_movements_statement_id_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill_receipts" ADD CONSTRAINT "bill_receipts_movement_id_bank_movements_id_fk" FOREIGN KEY ("movement_id") REFERENCES "public"."bank_movements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill_receipts" ADD CONSTRAINT "bill_receipts_refund_id_payment_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."payment_refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill_receipts" ADD CONSTRAINT "bill_receipts_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_given_back_by_users_id_fk" FOREIGN KEY ("given_back_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_items_open" ON "open_items" USING btree ("user_id","due_on") WHERE "open_items"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "open_items_due" ON "open_items" USING btree ("due_on") WHERE "open_items"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "bank_decisions_to_give_back" ON "bank_decisions" USING btree ("decided_at") WHERE "bank_decisions"."over_cents" > 0 and "bank_decisions"."given_back_at" is null;--> statement-breakpoint
CREATE INDEX "bank_lines_of_movement" ON "bank_lines" USING btree ("movement_id");--> statement-breakpoint
CREATE INDEX "bank_movements_by_day" ON "bank_movements" USING btree ("booked_on","position");--> statement-breakpoint
CREATE INDEX "bank_movements_of_payer" ON "bank_movements" USING btree ("payer_account") WHERE "bank_movements"."payer_account" <> '';--> statement-breakpoint
CREATE INDEX "bill_receipts_of_bill" ON "bill_receipts" USING btree ("bill_id","position");--> statement-breakpoint
CREATE INDEX "transfers_open" ON "transfers" USING btree ("position") WHERE "transfers"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "transfers_of_user" ON "transfers" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_kind_known" CHECK ("postings"."kind" in ('opening', 'payment', 'unmatched-payment', 'receipt', 'refund', 'refund-failed', 'dispute', 'dispute-won', 'dispute-lost', 'invoice', 'credit-note', 'payout', 'payout-failed'));--> statement-breakpoint
-- What the bank told, and what arrived for a bill, stays as it was written.
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
-- Adds what arrived to the transfer of its bill, or takes it from its open item, which is closed with the last of it. The checks of these
-- tables refuse more than is open. The movement's row is locked, so that receipts of one movement are counted one after the other.
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
-- A bill on account is a payment without money, so its refunds take none from a processor; what arrives for it, and what goes back of that,
-- is booked by the two triggers below.
create or replace function taken_by(r payment_refunds) returns bigint language sql immutable parallel safe as $$
  select case when r.state in ('pending', 'succeeded') and r.intent_id not like 'acct\_%' then r.amount_cents else 0 end
$$;
--> statement-breakpoint
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
