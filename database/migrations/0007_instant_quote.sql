-- Search by likeness; an extension that PostgreSQL lets the owner of a database create.
create extension if not exists pg_trgm;
--> statement-breakpoint
-- What counts of a part's number or name when somebody looks for it: letters and digits, in lower case. Characters beyond
-- ASCII stay, whatever the server's locale, but for the dashes and signs that stand in names of parts.
create function search_form(words text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(translate(lower(normalize(words, NFKC)), '×‐‑‒–—―−·®™°“”„’‘', 'x'), '[^a-z0-9\u0080-\U0010ffff]+', '', 'g')
$$;
--> statement-breakpoint
-- The price of one piece when so many are bought at once; contract/pricing.ts says the same for everybody else.
create function unit_price_at(price numeric, breaks jsonb, quantity bigint) returns numeric language sql immutable parallel safe as $$
  select coalesce(
    (select (step ->> 'price')::numeric from jsonb_array_elements(breaks) as step
     where (step ->> 'from')::bigint <= quantity order by (step ->> 'from')::bigint desc limit 1),
    price)
$$;
--> statement-breakpoint
-- A ladder's quantities rise from above the minimum order, its prices fall from below the part's.
create function price_breaks_fall(price numeric, breaks jsonb) returns boolean language sql immutable parallel safe as $$
  select jsonb_array_length(breaks) <= 10 and not exists (
    select from (
      select "from", step_price,
        lag("from", 1, 1000::bigint) over (order by at) as from_before,
        lag(step_price, 1, price) over (order by at) as price_before
      from (
        select (step ->> 'from')::bigint as "from", (step ->> 'price')::numeric as step_price, at
        from jsonb_array_elements(breaks) with ordinality as steps (step, at)
      ) as read
    ) as compared
    where "from" is null or step_price is null or "from" <= from_before or step_price >= price_before or step_price <= 0
  )
$$;
--> statement-breakpoint
create function quote_number("position" bigint) returns text language sql immutable strict parallel safe as $$
  select 'Q-' || case when "position" < 1000000 then lpad("position"::text, 6, '0') else "position"::text end
$$;
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"key_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_keyHash_unique" UNIQUE("key_hash"),
	CONSTRAINT "api_keys_scopes_known" CHECK ("api_keys"."scopes" <@ array['quotes:read', 'quotes:write', 'orders:read', 'orders:write'])
);
--> statement-breakpoint
CREATE TABLE "order_groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_groups_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"quote_id" uuid NOT NULL,
	"quote_version" integer NOT NULL,
	"payment_attempt" integer DEFAULT 0 NOT NULL,
	"payment_intent" text,
	"transaction_id" text,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	CONSTRAINT "order_groups_position_unique" UNIQUE("position"),
	CONSTRAINT "order_groups_paymentIntent_unique" UNIQUE("payment_intent"),
	CONSTRAINT "order_groups_transactionId_unique" UNIQUE("transaction_id"),
	CONSTRAINT "order_groups_once" UNIQUE("quote_id","quote_version"),
	CONSTRAINT "order_groups_paid_with_transaction" CHECK (("order_groups"."paid_at" is null) = ("order_groups"."transaction_id" is null))
);
--> statement-breakpoint
CREATE TABLE "quote_lines" (
	"quote_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"row" integer NOT NULL,
	"text" text NOT NULL,
	"asked" text NOT NULL,
	"status" text NOT NULL,
	"part_id" uuid,
	"part_number" text,
	"part_name" text,
	"quantity" bigint,
	"unit_price" numeric(12, 4),
	"total_cents" bigint,
	"lead_days" integer,
	"candidates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "quote_lines_quote_id_version_row_pk" PRIMARY KEY("quote_id","version","row"),
	CONSTRAINT "quote_lines_status_known" CHECK ("quote_lines"."status" in ('matched', 'ambiguous', 'unknown', 'quantity-unclear')),
	CONSTRAINT "quote_lines_matched_are_priced" CHECK ("quote_lines"."status" <> 'matched' or ("quote_lines"."part_id", "quote_lines"."part_number", "quote_lines"."part_name", "quote_lines"."quantity", "quote_lines"."unit_price", "quote_lines"."total_cents", "quote_lines"."lead_days") is not null),
	CONSTRAINT "quote_lines_minimum" CHECK ("quote_lines"."quantity" >= 1000),
	CONSTRAINT "quote_lines_total" CHECK ("quote_lines"."total_cents" = round("quote_lines"."unit_price" * "quote_lines"."quantity" * 100))
);
--> statement-breakpoint
CREATE TABLE "quote_versions" (
	"quote_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"total_cents" bigint NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quote_versions_quote_id_version_pk" PRIMARY KEY("quote_id","version"),
	CONSTRAINT "quote_versions_total_exact_in_json" CHECK ("quote_versions"."total_cents" between 0 and 9000000000000000)
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "quotes_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"number" text GENERATED ALWAYS AS (quote_number(position)) STORED NOT NULL,
	"user_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"link_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "quotes_position_unique" UNIQUE("position"),
	CONSTRAINT "quotes_number_unique" UNIQUE("number"),
	CONSTRAINT "quotes_linkHash_unique" UNIQUE("link_hash"),
	CONSTRAINT "quotes_version_counts_from_one" CHECK ("quotes"."version" >= 1)
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_transactionId_unique";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "group_id" uuid;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "price_breaks" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "part_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Numbers of TF and digits are the shop's own to give, so none is taken already.
create function given_part_number("position" bigint) returns text language sql immutable strict parallel safe as $$
  select 'TF-' || case when "position" < 1000000 then lpad("position"::text, 6, '0') else "position"::text end
$$;
--> statement-breakpoint
create function give_part_number() returns trigger language plpgsql as $$
begin
  new.part_number := coalesce(nullif(btrim(new.part_number), ''), given_part_number(new.position));
  return new;
end $$;
--> statement-breakpoint
-- Not before updates: with a trigger there, PostgreSQL would work out what is searched for anew with each change of stock.
create trigger part_number_given before insert on parts for each row execute function give_part_number();
--> statement-breakpoint
update parts set part_number = given_part_number(position);
--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "lead_days" integer DEFAULT 15 NOT NULL;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "search_number" text GENERATED ALWAYS AS (search_form(part_number)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "search_name" text GENERATED ALWAYS AS (search_form(name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_groups" ADD CONSTRAINT "order_groups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_groups" ADD CONSTRAINT "order_groups_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_lines" ADD CONSTRAINT "quote_lines_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_lines" ADD CONSTRAINT "quote_lines_quote_id_version_quote_versions_quote_id_version_fk" FOREIGN KEY ("quote_id","version") REFERENCES "public"."quote_versions"("quote_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_versions" ADD CONSTRAINT "quote_versions_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_of_user" ON "api_keys" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "order_groups_of_user" ON "order_groups" USING btree ("user_id","position");--> statement-breakpoint
CREATE INDEX "quotes_of_user" ON "quotes" USING btree ("user_id","position");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_group_id_order_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."order_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_of_group" ON "orders" USING btree ("group_id") WHERE "orders"."group_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_of_user_unpaid" ON "orders" USING btree ("user_id") WHERE "orders"."state" in ('unpaid', 'cancelling');--> statement-breakpoint
CREATE UNIQUE INDEX "orders_transaction_once" ON "orders" USING btree ("transaction_id") WHERE "orders"."group_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "parts_part_number_once" ON "parts" USING btree ("search_number") WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_by_search_name" ON "parts" USING btree ("search_name") WHERE "parts"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_of_group_pay_together" CHECK ("orders"."group_id" is null or ("orders"."payment_attempt" = 0 and "orders"."payment_intent" is null));--> statement-breakpoint
-- As a CHECK it would be worked out again with each piece that is sold.
create function check_price_breaks() returns trigger language plpgsql as $$
begin
  if not price_breaks_fall(new.price, new.price_breaks) then
    raise exception 'part %: its ladder does not rise in quantity and fall in price', new.id
      using errcode = 'check_violation', constraint = 'parts_price_breaks_fall';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger price_breaks_checked after insert or update of price, price_breaks on parts
  for each row execute function check_price_breaks();
--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_part_number_given" CHECK ("parts"."search_number" <> '');--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_lead_days_bounds" CHECK ("parts"."lead_days" between 0 and 365);