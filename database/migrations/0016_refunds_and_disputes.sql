CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"state" text NOT NULL,
	"provider_state" text NOT NULL,
	"reason" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"evidence_due_at" timestamp with time zone,
	CONSTRAINT "disputes_state_known" CHECK ("disputes"."state" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"intent_id" text NOT NULL,
	"order_id" uuid,
	"amount_cents" bigint NOT NULL,
	"state" text NOT NULL,
	"made_by" text NOT NULL,
	"actor_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"provider_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_refunds_providerId_unique" UNIQUE("provider_id"),
	CONSTRAINT "payment_refunds_state_known" CHECK ("payment_refunds"."state" in ('asked', 'pending', 'succeeded', 'failed', 'canceled')),
	CONSTRAINT "payment_refunds_made_by_known" CHECK ("payment_refunds"."made_by" in ('shop', 'provider')),
	CONSTRAINT "payment_refunds_amount" CHECK ("payment_refunds"."amount_cents" > 0),
	CONSTRAINT "payment_refunds_known_to_provider" CHECK ("payment_refunds"."state" in ('asked', 'canceled') or "payment_refunds"."provider_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"intent_id" text PRIMARY KEY NOT NULL,
	"amount_cents" bigint NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"as_of" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_refunded_within_amount" CHECK ("payments"."refunded_cents" between 0 and "payments"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"shop_refund_id" text DEFAULT '' NOT NULL,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_idempotencyKey_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_state_known";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_paid_with_transaction";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "dispute" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_intent_id_payments_intent_id_fk" FOREIGN KEY ("intent_id") REFERENCES "payments"("intent_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_intent_id_payments_intent_id_fk" FOREIGN KEY ("intent_id") REFERENCES "payments"("intent_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."disputes" ADD CONSTRAINT "disputes_intent_id_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "sandbox"."intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."refunds" ADD CONSTRAINT "refunds_intent_id_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "sandbox"."intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_of_intent" ON "disputes" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_of_intent" ON "payment_refunds" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_open" ON "payment_refunds" USING btree ("created_at") WHERE "payment_refunds"."state" in ('asked', 'pending');--> statement-breakpoint
ALTER TABLE "orders"
	ADD CONSTRAINT "orders_refunded_at_a_time" CHECK (("orders"."state" = 'refunded') = ("orders"."refunded_at" is not null)),
	ADD CONSTRAINT "orders_refund_within_total" CHECK ("orders"."refunded_cents" between 0 and "orders"."total_cents"),
	ADD CONSTRAINT "orders_dispute_known" CHECK ("orders"."dispute" in ('open', 'won', 'lost')),
	ADD CONSTRAINT "orders_state_known" CHECK ("orders"."state" in ('unpaid', 'cancelling', 'cancelled', 'paid', 'shipped', 'refunded')),
	ADD CONSTRAINT "orders_paid_with_transaction" CHECK (("orders"."state" in ('paid', 'shipped', 'refunded')) = ("orders"."transaction_id" is not null));
--> statement-breakpoint
-- A paid order whose money goes back before it was shipped is refunded: one more arrow.
create or replace function check_order_change() returns trigger language plpgsql as $$
begin
  if (new.hold_id, new.user_id, new.part_id, new.quantity, new.unit_price, new.total_cents)
     is distinct from (old.hold_id, old.user_id, old.part_id, old.quantity, old.unit_price, old.total_cents) then
    raise exception 'order %: what was ordered cannot change', old.id using errcode = 'check_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('unpaid', 'cancelling'), ('unpaid', 'cancelled'), ('unpaid', 'paid'),
    ('cancelling', 'cancelled'), ('cancelling', 'paid'), ('paid', 'shipped'), ('paid', 'refunded')
  ) then
    raise exception 'order %: % cannot become %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if old.transaction_id is not null and new.transaction_id is distinct from old.transaction_id then
    raise exception 'order %: the transaction cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- The sum of a payment's refunds that have not failed. The check of `payments` refuses one that is above what was paid,
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
