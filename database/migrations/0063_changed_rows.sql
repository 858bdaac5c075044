ALTER TABLE "invoices" ADD COLUMN "changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
CREATE INDEX "invoices_changed" ON "invoices" USING btree ("changed_in","position");--> statement-breakpoint
CREATE INDEX "invoices_of_user_changed" ON "invoices" USING btree ("user_id","changed_in","position");--> statement-breakpoint
CREATE INDEX "orders_changed" ON "orders" USING btree ("changed_in","position");--> statement-breakpoint
CREATE INDEX "orders_of_user_changed" ON "orders" USING btree ("user_id","changed_in","position");--> statement-breakpoint
CREATE INDEX "quotes_of_user_changed" ON "quotes" USING btree ("user_id","changed_in","position");
--> statement-breakpoint
create function keep_changed_in() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;
--> statement-breakpoint
create trigger orders_changed_in before update on orders for each row execute function keep_changed_in();
--> statement-breakpoint
create trigger quotes_changed_in before update on quotes for each row execute function keep_changed_in();
--> statement-breakpoint
-- A quote is shown with its newest version and its order. Both are written under the lock of its row.
create function mark_quote_changed() returns trigger language plpgsql as $$
begin
  update quotes set changed_in = pg_current_xact_id() where id = new.quote_id;
  return null;
end $$;
--> statement-breakpoint
create trigger quote_versions_changed after update on quote_versions for each row execute function mark_quote_changed();
--> statement-breakpoint
create trigger order_groups_mark_quote after insert on order_groups for each row execute function mark_quote_changed();
