CREATE TABLE "billing_details" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"vat_id" text,
	"vat_id_status" text,
	"checked_at" timestamp with time zone,
	"ask_at" timestamp with time zone,
	"address" jsonb,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_details_status" CHECK (("billing_details"."vat_id" is null) = ("billing_details"."vat_id_status" is null)),
	CONSTRAINT "billing_details_status_known" CHECK ("billing_details"."vat_id_status" in ('valid', 'invalid', 'unverified'))
);
--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"country" text NOT NULL,
	"from_day" date NOT NULL,
	"rate_bp" integer NOT NULL,
	CONSTRAINT "tax_rates_once" UNIQUE("country","from_day"),
	CONSTRAINT "tax_rates_country" CHECK ("tax_rates"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "tax_rates_rate" CHECK ("tax_rates"."rate_bp" between 0 and 10000)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "billing" jsonb;--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_details_to_ask" ON "billing_details" USING btree ("ask_at") WHERE "billing_details"."ask_at" is not null;
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
