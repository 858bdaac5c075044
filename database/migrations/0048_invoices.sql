CREATE TABLE "invoice_documents" (
	"invoice_id" uuid NOT NULL,
	"format" text NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_documents_invoice_id_format_pk" PRIMARY KEY("invoice_id","format"),
	CONSTRAINT "invoice_documents_format_known" CHECK ("invoice_documents"."format" in ('pdf', 'cii', 'ubl')),
	CONSTRAINT "invoice_documents_hash" CHECK ("invoice_documents"."sha256" ~ '^[0-9a-f]{64}$' and "invoice_documents"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "invoices_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"number" text NOT NULL,
	"issued_on" date NOT NULL,
	"user_id" uuid NOT NULL,
	"bill_kind" text NOT NULL,
	"bill_id" uuid NOT NULL,
	"invoice_id" uuid,
	"buyer_name" text NOT NULL,
	"order_numbers" text[] NOT NULL,
	"net_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"gross_cents" bigint NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_position_unique" UNIQUE("position"),
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_sequence_once" UNIQUE("series","year","sequence"),
	CONSTRAINT "invoices_kind_known" CHECK ("invoices"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "invoices_bill_kind_known" CHECK ("invoices"."bill_kind" in ('order', 'group')),
	CONSTRAINT "invoices_sum" CHECK ("invoices"."gross_cents" = "invoices"."net_cents" + "invoices"."tax_cents"),
	CONSTRAINT "invoices_not_negative" CHECK ("invoices"."net_cents" >= 0 and "invoices"."tax_cents" >= 0 and "invoices"."gross_cents" > 0),
	CONSTRAINT "invoices_credit_an_invoice" CHECK (("invoices"."kind" = 'credit_note') = ("invoices"."invoice_id" is not null)),
	CONSTRAINT "invoices_sequence_counts" CHECK ("invoices"."sequence" > 0)
);
--> statement-breakpoint
CREATE TABLE "invoices_due" (
	"bill_id" uuid PRIMARY KEY NOT NULL,
	"bill_kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"missing" text[] NOT NULL,
	"due_on" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_due_bill_kind_known" CHECK ("invoices_due"."bill_kind" in ('order', 'group'))
);
--> statement-breakpoint
CREATE TABLE "number_series" (
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"last" bigint NOT NULL,
	"issued_on" date NOT NULL,
	CONSTRAINT "number_series_series_year_pk" PRIMARY KEY("series","year")
);
--> statement-breakpoint
ALTER TABLE "invoice_documents" ADD CONSTRAINT "invoice_documents_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_credited" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices_due" ADD CONSTRAINT "invoices_due_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_once" ON "invoices" USING btree ("bill_id") WHERE "invoices"."kind" = 'invoice';--> statement-breakpoint
CREATE INDEX "invoices_of_bill" ON "invoices" USING btree ("bill_id");--> statement-breakpoint
CREATE INDEX "invoices_of_invoice" ON "invoices" USING btree ("invoice_id") WHERE "invoices"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "invoices_of_user" ON "invoices" USING btree ("user_id","position");--> statement-breakpoint
CREATE INDEX "invoices_by_day" ON "invoices" USING btree ("issued_on","position");--> statement-breakpoint
CREATE INDEX "invoices_by_order" ON "invoices" USING gin ("order_numbers");--> statement-breakpoint
CREATE INDEX "invoices_by_text" ON "invoices" USING gin (lower("buyer_name") gin_trgm_ops,lower("number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "invoices_due_in_turn" ON "invoices_due" USING btree ("created_at");
--> statement-breakpoint
create function keep_paper() returns trigger language plpgsql as $$
begin
  raise exception 'an issued paper does not change' using errcode = 'check_violation', constraint = 'papers_are_kept', table = tg_table_name;
end $$;
--> statement-breakpoint
create trigger invoices_kept before update or delete on invoices for each row execute function keep_paper();
--> statement-breakpoint
create trigger invoice_documents_kept before update or delete on invoice_documents for each row execute function keep_paper();
--> statement-breakpoint
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
