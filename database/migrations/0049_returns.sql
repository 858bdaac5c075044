CREATE TABLE "return_pictures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"return_id" uuid,
	"img" text NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "return_pictures_once" UNIQUE("img")
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "returns_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"pieces" bigint NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone,
	"answer" text DEFAULT '' NOT NULL,
	"received_at" timestamp with time zone,
	"received_pieces" bigint,
	"condition" text,
	"condition_note" text DEFAULT '' NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text DEFAULT '' NOT NULL,
	"restocked_pieces" bigint DEFAULT 0 NOT NULL,
	"actor_id" uuid,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "returns_position_unique" UNIQUE("position"),
	CONSTRAINT "returns_pieces" CHECK ("returns"."pieces" > 0),
	CONSTRAINT "returns_received_within_asked" CHECK ("returns"."received_pieces" between 1 and "returns"."pieces"),
	CONSTRAINT "returns_restocked_within_received" CHECK ("returns"."restocked_pieces" between 0 and coalesce("returns"."received_pieces", 0)),
	CONSTRAINT "returns_state_known" CHECK ("returns"."state" in ('asked', 'agreed', 'refused', 'received', 'refunded', 'closed')),
	CONSTRAINT "returns_reason_known" CHECK ("returns"."reason" in ('defective', 'damaged', 'wrong-part', 'not-as-described', 'too-many', 'other')),
	CONSTRAINT "returns_condition_known" CHECK ("returns"."condition" in ('unopened', 'opened', 'damaged', 'unusable')),
	CONSTRAINT "returns_received_at_a_time" CHECK (("returns"."received_at" is null) = ("returns"."received_pieces" is null)),
	CONSTRAINT "returns_received_before_refund" CHECK ("returns"."state" not in ('received', 'refunded') or "returns"."received_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "stock_moves" DROP CONSTRAINT "stock_moves_reason_known";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "returned_pieces" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "restocked_pieces" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "restocked_pieces" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "return_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "credit_note_id" uuid;--> statement-breakpoint
ALTER TABLE "return_pictures" ADD CONSTRAINT "return_pictures_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_pictures" ADD CONSTRAINT "return_pictures_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_pictures" ADD CONSTRAINT "return_pictures_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_pictures_of_order" ON "return_pictures" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "return_pictures_of_return" ON "return_pictures" USING btree ("return_id") WHERE "return_pictures"."return_id" is not null;--> statement-breakpoint
CREATE INDEX "returns_of_order" ON "returns" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "returns_by_state" ON "returns" USING btree ("state","position");--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_credit_note_id_invoices_id_fk" FOREIGN KEY ("credit_note_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_refunds_of_return" ON "payment_refunds" USING btree ("return_id") WHERE "payment_refunds"."return_id" is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_returns_within_sent" CHECK ("orders"."returned_pieces" between 0 and case when "orders"."state" = 'shipped' then "orders"."quantity" else "orders"."parceled_pieces" end);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_restocked_within_returned" CHECK ("orders"."restocked_pieces" between 0 and "orders"."returned_pieces");--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_reason_known" CHECK ("stock_moves"."reason" in ('received', 'counted', 'damaged', 'sample', 'other', 'returned'));--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_restocked" CHECK ("payment_refunds"."restocked_pieces" >= 0);--> statement-breakpoint
-- Pieces of a return that count as returned: asked for, until it is known how many have arrived; none of one that was refused or
-- ended before.
create function returned_by(r returns) returns bigint language sql immutable as $$
  select case
    when r.received_pieces is not null then r.received_pieces
    when r.state in ('asked', 'agreed') then r.pieces
    else 0
  end
$$;
--> statement-breakpoint
-- The steps of a return, and its pieces within those that were sent: the check of `orders` refuses more, also where two are asked for
-- at once, because the order's row is locked by the first.
create function check_return() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'return %: it was asked for', old.id using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'asked' or new.received_pieces is not null then
      raise exception 'return %: it is asked for first', new.id using errcode = 'check_violation';
    end if;
    update orders set returned_pieces = returned_pieces + new.pieces where id = new.order_id;
    return new;
  end if;
  if (new.id, new.position, new.order_id, new.pieces, new.reason, new.asked_at)
     is distinct from (old.id, old.position, old.order_id, old.pieces, old.reason, old.asked_at)
     or (old.received_pieces is not null and new.received_pieces is distinct from old.received_pieces) then
    raise exception 'return %: what was asked and received cannot change', old.id using errcode = 'check_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('asked', 'agreed'), ('asked', 'refused'), ('asked', 'closed'), ('agreed', 'received'), ('agreed', 'closed'),
    ('received', 'refunded'), ('received', 'closed')
  ) then
    raise exception 'return %: % cannot become %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if returned_by(new) <> returned_by(old) then
    update orders set returned_pieces = returned_pieces + returned_by(new) - returned_by(old) where id = new.order_id;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger return_change before insert or update or delete on returns for each row execute function check_return();
--> statement-breakpoint
create function record_return_event() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, actor_id, detail) values (new.order_id, 'return-' || new.state, new.actor_id,
    jsonb_build_object('return', new.id, 'quantity', coalesce(new.received_pieces, new.pieces)));
  return null;
end $$;
--> statement-breakpoint
create trigger return_asked after insert on returns for each row execute function record_return_event();
--> statement-breakpoint
create trigger return_stepped after update of state on returns for each row when (old.state <> new.state)
  execute function record_return_event();
--> statement-breakpoint
-- `shop.actor` is the user who causes the change, for the rest of the transaction (server/orders/act-as.ts).
create function record_restocked() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, actor_id, detail) values (new.id, 'restocked',
    nullif(current_setting('shop.actor', true), '')::uuid, jsonb_build_object('quantity', new.restocked_pieces - old.restocked_pieces));
  return null;
end $$;
--> statement-breakpoint
create trigger orders_restocked after update of restocked_pieces on orders for each row
  when (new.restocked_pieces > old.restocked_pieces) execute function record_restocked();
--> statement-breakpoint
-- A return has at most six pictures, of its own order; an order has at most twelve whose return was not asked for yet.
create function check_return_picture() returns trigger language plpgsql as $$
begin
  perform from orders where id = new.order_id for no key update;
  if new.return_id is not null and not exists (select from returns where id = new.return_id and order_id = new.order_id) then
    raise exception 'picture %: the return is of another order', new.id using errcode = 'check_violation';
  end if;
  if (select count(*) from return_pictures where order_id = new.order_id and return_id is not distinct from new.return_id)
     >= (case when new.return_id is null then 12 else 6 end) then
    raise exception 'picture %: too many', new.id using errcode = 'check_violation', constraint = 'return_pictures_bounded';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger return_picture_change before insert or update of return_id on return_pictures for each row execute function check_return_picture();
