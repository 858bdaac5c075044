CREATE TABLE "customer_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"note" text NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_notes_of_user" ON "customer_notes" USING btree ("user_id","written_at");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
-- `shop.erasing` is 'on' while a transaction erases personal data (server/customers/erase-customer.ts). Texts may go then; what
-- happened, when, and who did it stays as it is.
create function is_erasing() returns boolean language sql stable as $$
  select current_setting('shop.erasing', true) is not distinct from 'on'
$$;
--> statement-breakpoint
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasing() then
    if (new.position, new.at, new.actor_id, new.action) is not distinct from (old.position, old.at, old.actor_id, old.action) then
      return new;
    end if;
  end if;
  raise exception 'the audit log is only added to' using errcode = 'check_violation';
end $$;
--> statement-breakpoint
create or replace function refuse_order_event_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasing() then
    if (new.position, new.order_id, new.at, new.kind, new.actor_id)
       is not distinct from (old.position, old.order_id, old.at, old.kind, old.actor_id) then
      return new;
    end if;
  end if;
  raise exception 'the events of an order are only added to' using errcode = 'check_violation';
end $$;
--> statement-breakpoint
create or replace function check_order_change() returns trigger language plpgsql as $$
begin
  if (new.hold_id, new.user_id, new.part_id) is distinct from (old.hold_id, old.user_id, old.part_id)
     or ((new.quantity, new.unit_price, new.total_cents) is distinct from (old.quantity, old.unit_price, old.total_cents)
       and (new.state <> 'unpaid' or old.state <> 'unpaid' or new.quantity >= old.quantity)) then
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
  if old.delivered_at is not null and new.delivered_at is distinct from old.delivered_at then
    raise exception 'order %: it was delivered', old.id using errcode = 'check_violation';
  end if;
  if (((new.address, new.ship_to) is distinct from (old.address, old.ship_to) and not is_erasing())
      or (new.state = 'refunded' and old.state <> 'refunded'))
     and old.parceled_pieces > 0 then
    raise exception 'order %: a parcel has left', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create or replace trigger order_events_of_change after update on orders for each row
  when (not is_erasing() and (old.state <> new.state or old.refunded_cents <> new.refunded_cents or old.dispute is distinct from new.dispute
    or old.quantity <> new.quantity or old.address <> new.address or old.reference is distinct from new.reference
    or old.delivered_at is distinct from new.delivered_at))
  execute function record_order_event();
