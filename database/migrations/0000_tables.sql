-- The baseline of version 1.0.0. Tables are described in database/tables; functions and triggers stand in database/routines.

-- Trigrams of indexes come with an extension that PostgreSQL lets the owner of a database create.
create extension if not exists pg_trgm;
--> statement-breakpoint

-- Tables, keys and indexes, as drizzle-kit writes them from database/tables.
CREATE SCHEMA "sandbox";
--> statement-breakpoint
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
CREATE TABLE "addresses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"street" text NOT NULL,
	"city" text NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"country" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "addresses_country" CHECK ("addresses"."country" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "answered_calls" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answered_calls_user_id_key_pk" PRIMARY KEY("user_id","key"),
	CONSTRAINT "answered_calls_key_length" CHECK (char_length("answered_calls"."key") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "agent_orders" (
	"group_id" uuid PRIMARY KEY NOT NULL,
	"api_key_id" uuid NOT NULL,
	"cents" bigint NOT NULL,
	"ordered_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"key_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"order_limit_cents" bigint,
	"month_limit_cents" bigint,
	CONSTRAINT "api_keys_keyHash_unique" UNIQUE("key_hash"),
	CONSTRAINT "api_keys_both_limits" CHECK (("api_keys"."order_limit_cents" is null) = ("api_keys"."month_limit_cents" is null)),
	CONSTRAINT "api_keys_limits_positive" CHECK ("api_keys"."order_limit_cents" > 0 and "api_keys"."month_limit_cents" > 0),
	CONSTRAINT "api_keys_scopes_known" CHECK ("api_keys"."scopes" <@ array['quotes:read', 'quotes:write', 'orders:read', 'orders:write', 'papers:read', 'payments:write', 'returns:write', 'shipping', 'stock', 'prices', 'parts', 'invoices'])
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
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
CREATE TABLE "attributes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"place" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "attributes_key_unique" UNIQUE("key"),
	CONSTRAINT "attributes_name_unique" UNIQUE("name"),
	CONSTRAINT "attributes_key_form" CHECK ("attributes"."key" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and "attributes"."key" <> 'in'),
	CONSTRAINT "attributes_kind_known" CHECK ("attributes"."kind" in ('number', 'text'))
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"parent_id" uuid,
	"place" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "categories_key_unique" UNIQUE("key"),
	CONSTRAINT "categories_named_once" UNIQUE NULLS NOT DISTINCT("parent_id","name"),
	CONSTRAINT "categories_key_form" CHECK ("categories"."key" ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "customer_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"note" text NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_part_numbers" (
	"user_id" uuid NOT NULL,
	"form" text NOT NULL,
	"number" text NOT NULL,
	"part_id" uuid NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_part_numbers_user_id_form_pk" PRIMARY KEY("user_id","form")
);
--> statement-breakpoint
CREATE TABLE "expected_goods" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"part_id" uuid NOT NULL,
	"expected_on" date NOT NULL,
	"pieces" bigint NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"actor_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"arrived_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "expected_goods_pieces_bounds" CHECK ("expected_goods"."pieces" between 1 and 1000000000),
	CONSTRAINT "expected_goods_closed_once" CHECK ("expected_goods"."arrived_at" is null or "expected_goods"."removed_at" is null)
);
--> statement-breakpoint
CREATE TABLE "access_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_once_per_provider" UNIQUE("provider_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_request" bigint NOT NULL,
	CONSTRAINT "rate_limits_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "images" (
	"name" text PRIMARY KEY NOT NULL,
	"url" text,
	"uploaded_by" uuid,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"discard_after" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"fields" jsonb NOT NULL,
	"problems" jsonb NOT NULL,
	"number_form" text NOT NULL,
	"part_id" uuid,
	"before" jsonb,
	"place" bigint,
	CONSTRAINT "import_rows_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "imports_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"file_name" text NOT NULL,
	"sets_stock" boolean NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"stop_asked" boolean DEFAULT false NOT NULL,
	"actor_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"planned_for" timestamp with time zone,
	"written_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	CONSTRAINT "imports_position_unique" UNIQUE("position"),
	CONSTRAINT "imports_state_known" CHECK (state in ('open', 'planned', 'written', 'undone'))
);
--> statement-breakpoint
CREATE TABLE "inbound_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ref" text NOT NULL,
	"raw" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"run_after" timestamp with time zone DEFAULT now(),
	"attempts" integer DEFAULT 0 NOT NULL,
	"handled_at" timestamp with time zone,
	"outcome" text,
	"sender" text,
	"quote_id" uuid,
	CONSTRAINT "inbound_mails_ref_unique" UNIQUE("ref"),
	CONSTRAINT "inbound_mails_outcome_known" CHECK ("inbound_mails"."outcome" in ('quoted', 'refused', 'silent')),
	CONSTRAINT "inbound_mails_handled_has_outcome" CHECK (("inbound_mails"."handled_at" is null) = ("inbound_mails"."outcome" is null)),
	CONSTRAINT "inbound_mails_raw_until_handled" CHECK (("inbound_mails"."handled_at" is null) = ("inbound_mails"."raw" is not null)),
	CONSTRAINT "inbound_mails_quoted_has_quote" CHECK (("inbound_mails"."outcome" = 'quoted') = ("inbound_mails"."quote_id" is not null) or "inbound_mails"."outcome" is null)
);
--> statement-breakpoint
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
	"changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
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
	"settings_version" bigint DEFAULT 0 NOT NULL,
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
CREATE TABLE "list_counts" (
	"list" text NOT NULL,
	"level" smallint NOT NULL,
	"stretch" bigint NOT NULL,
	"shown" bigint NOT NULL,
	CONSTRAINT "list_counts_list_level_stretch_pk" PRIMARY KEY("list","level","stretch")
);
--> statement-breakpoint
CREATE TABLE "list_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "list_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"list" text NOT NULL,
	"stretch" bigint NOT NULL,
	"delta" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "low_stock_digests" (
	"day" date PRIMARY KEY NOT NULL,
	"parts" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "told_low_stock" (
	"part_id" uuid PRIMARY KEY NOT NULL,
	"last_move" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_stop" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"cause" text NOT NULL,
	"advice" text NOT NULL,
	"needs_mail" boolean NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_stop_only_one" CHECK ("mail_stop"."only")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"about" text,
	"recipient" text NOT NULL,
	"in_reply_to" text,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"blocks" jsonb,
	"html" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"run_after" timestamp with time zone DEFAULT now(),
	"link_expires_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempted_at" timestamp with time zone,
	"last_error" text,
	"sent_with" uuid,
	"held_back_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	CONSTRAINT "mails_once" UNIQUE("kind","ref"),
	CONSTRAINT "mails_one_end" CHECK ("mails"."sent_at" is null or "mails"."failed_at" is null)
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_messages_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"side" text NOT NULL,
	"body" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "order_messages_position_unique" UNIQUE("position"),
	CONSTRAINT "order_messages_side_known" CHECK ("order_messages"."side" in ('customer', 'shop'))
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"part_id" uuid NOT NULL,
	"quantity" bigint NOT NULL,
	"unit_price" numeric(12, 4) NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"network" text,
	"pay_within_minutes" integer,
	CONSTRAINT "holds_minimum" CHECK ("holds"."quantity" >= 1),
	CONSTRAINT "holds_state_known" CHECK ("holds"."state" in ('held', 'ordered', 'released'))
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
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "orders_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hold_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"part_id" uuid NOT NULL,
	"part_name" text NOT NULL,
	"img" text NOT NULL,
	"email" text NOT NULL,
	"display_name" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"quantity" bigint NOT NULL,
	"unit_price" numeric(12, 4) NOT NULL,
	"total_cents" bigint NOT NULL,
	"state" text DEFAULT 'unpaid' NOT NULL,
	"group_id" uuid,
	"payment_attempt" integer DEFAULT 0 NOT NULL,
	"payment_intent" text,
	"transaction_id" text,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"shipped_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"network" text,
	"pay_by" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"dispute" text,
	"reference" text,
	"ship_to" jsonb,
	"parceled_pieces" bigint DEFAULT 0 NOT NULL,
	"delivered_at" timestamp with time zone,
	"tax_cents" bigint DEFAULT 0 NOT NULL,
	"tax" jsonb,
	"returned_pieces" bigint DEFAULT 0 NOT NULL,
	"restocked_pieces" bigint DEFAULT 0 NOT NULL,
	"billing" jsonb,
	"changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "orders_position_unique" UNIQUE("position"),
	CONSTRAINT "orders_holdId_unique" UNIQUE("hold_id"),
	CONSTRAINT "orders_paymentIntent_unique" UNIQUE("payment_intent"),
	CONSTRAINT "orders_of_group_pay_together" CHECK ("orders"."group_id" is null or ("orders"."payment_attempt" = 0 and "orders"."payment_intent" is null)),
	CONSTRAINT "orders_minimum" CHECK ("orders"."quantity" >= 1),
	CONSTRAINT "orders_total" CHECK ("orders"."total_cents" = round("orders"."unit_price" * "orders"."quantity" * 100)),
	CONSTRAINT "orders_total_exact_in_json" CHECK ("orders"."total_cents" between 0 and 1000000000000000),
	CONSTRAINT "orders_state_known" CHECK ("orders"."state" in ('unpaid', 'cancelling', 'cancelled', 'paid', 'shipped', 'refunded')),
	CONSTRAINT "orders_paid_with_transaction" CHECK (("orders"."state" in ('paid', 'shipped', 'refunded')) = ("orders"."transaction_id" is not null)),
	CONSTRAINT "orders_refunded_at_a_time" CHECK (("orders"."state" = 'refunded') = ("orders"."refunded_at" is not null)),
	CONSTRAINT "orders_refund_within_total" CHECK ("orders"."refunded_cents" between 0 and "orders"."total_cents" + "orders"."tax_cents"),
	CONSTRAINT "orders_tax_decided" CHECK ("orders"."tax_cents" >= 0 and ("orders"."tax" is not null or "orders"."tax_cents" = 0)),
	CONSTRAINT "orders_parcels_within_quantity" CHECK ("orders"."parceled_pieces" between 0 and "orders"."quantity"),
	CONSTRAINT "orders_returns_within_sent" CHECK ("orders"."returned_pieces" between 0 and case when "orders"."state" = 'shipped' then "orders"."quantity" else "orders"."parceled_pieces" end),
	CONSTRAINT "orders_restocked_within_returned" CHECK ("orders"."restocked_pieces" between 0 and "orders"."returned_pieces"),
	CONSTRAINT "orders_delivered_after_shipping" CHECK ("orders"."delivered_at" is null or "orders"."state" = 'shipped'),
	CONSTRAINT "orders_dispute_known" CHECK ("orders"."dispute" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "parcels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "parcels_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"quantity" bigint NOT NULL,
	"carrier" text,
	"tracking_number" text,
	"shipped_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "parcels_position_unique" UNIQUE("position"),
	CONSTRAINT "parcels_pieces" CHECK ("parcels"."quantity" > 0),
	CONSTRAINT "parcels_delivered_after_shipping" CHECK ("parcels"."delivered_at" >= "parcels"."shipped_at")
);
--> statement-breakpoint
CREATE TABLE "part_documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "part_documents_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"part_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"file_name" text NOT NULL,
	"bytes" integer NOT NULL,
	"name" text NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"type" text,
	"sha256" text,
	"actor_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"discard_after" timestamp with time zone,
	CONSTRAINT "part_documents_position_unique" UNIQUE("position"),
	CONSTRAINT "part_documents_name_unique" UNIQUE("name"),
	CONSTRAINT "part_documents_bytes_bounds" CHECK ("part_documents"."bytes" between 1 and 26214400),
	CONSTRAINT "part_documents_checked" CHECK ("part_documents"."discard_after" is not null or ("part_documents"."type" is not null and "part_documents"."sha256" is not null))
);
--> statement-breakpoint
CREATE TABLE "part_pictures" (
	"part_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"img" text NOT NULL,
	"alt" text NOT NULL,
	CONSTRAINT "part_pictures_part_id_place_pk" PRIMARY KEY("part_id","place"),
	CONSTRAINT "part_pictures_place_bounds" CHECK ("part_pictures"."place" between 0 and 11)
);
--> statement-breakpoint
CREATE TABLE "changed_prices" (
	"change_id" uuid NOT NULL,
	"part_id" uuid NOT NULL,
	"price_before" numeric(12, 4) NOT NULL,
	"breaks_before" jsonb NOT NULL,
	"price_after" numeric(12, 4) NOT NULL,
	"breaks_after" jsonb NOT NULL,
	CONSTRAINT "changed_prices_change_id_part_id_pk" PRIMARY KEY("change_id","part_id")
);
--> statement-breakpoint
CREATE TABLE "part_changes" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "part_changes_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"part_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"field" text NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL,
	CONSTRAINT "part_changes_position_unique" UNIQUE("position")
);
--> statement-breakpoint
CREATE TABLE "part_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "parts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "parts_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"img" text NOT NULL,
	"description" text NOT NULL,
	"price" numeric(12, 4) NOT NULL,
	"available" bigint NOT NULL,
	"price_breaks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"part_number" text DEFAULT '' NOT NULL,
	"lead_days" integer DEFAULT 15 NOT NULL,
	"low_stock_below" bigint,
	"search_number" text GENERATED ALWAYS AS (search_form(part_number)) STORED NOT NULL,
	"search_name" text GENERATED ALWAYS AS (search_form(name)) STORED NOT NULL,
	"category_id" uuid,
	"attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"facets" text[] DEFAULT '{}' NOT NULL,
	"weight" numeric(12, 3),
	"origin" text,
	"customs_code" text,
	"minimum_order" integer,
	"order_step" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "parts_position_unique" UNIQUE("position"),
	CONSTRAINT "parts_price_positive" CHECK ("parts"."price" > 0),
	CONSTRAINT "parts_available_bounds" CHECK ("parts"."available" between 0 and 1000000000000),
	CONSTRAINT "parts_part_number_given" CHECK ("parts"."search_number" <> ''),
	CONSTRAINT "parts_lead_days_bounds" CHECK ("parts"."lead_days" between 0 and 365),
	CONSTRAINT "parts_weight_positive" CHECK ("parts"."weight" > 0),
	CONSTRAINT "parts_origin_form" CHECK ("parts"."origin" ~ '^[A-Z]{2}$'),
	CONSTRAINT "parts_minimum_order_bounds" CHECK ("parts"."minimum_order" between 1 and 1000000000),
	CONSTRAINT "parts_order_step_bounds" CHECK ("parts"."order_step" between 1 and 1000000000),
	CONSTRAINT "parts_customs_code_form" CHECK ("parts"."customs_code" ~ '^[0-9]{6,10}$'),
	CONSTRAINT "parts_low_stock_bounds" CHECK ("parts"."low_stock_below" between 0 and 1000000000)
);
--> statement-breakpoint
CREATE TABLE "price_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "price_changes_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"percent" numeric(6, 2) NOT NULL,
	"places" integer NOT NULL,
	"actor_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "price_changes_position_unique" UNIQUE("position")
);
--> statement-breakpoint
CREATE TABLE "stock_counts" (
	"part_id" uuid PRIMARY KEY NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"part_id" uuid NOT NULL,
	"delta" bigint NOT NULL,
	"kind" text NOT NULL,
	"ref" uuid NOT NULL,
	"reason" text,
	"note" text DEFAULT '' NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"counted_at" timestamp with time zone,
	CONSTRAINT "stock_moves_once" UNIQUE("kind","ref"),
	CONSTRAINT "stock_moves_reason_known" CHECK ("stock_moves"."reason" in ('received', 'counted', 'damaged', 'sample', 'other', 'returned')),
	CONSTRAINT "stock_moves_kind_known" CHECK ("stock_moves"."kind" in ('opening', 'restock', 'set', 'hold', 'release', 'cancel'))
);
--> statement-breakpoint
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
CREATE TABLE "payment_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"intent_id" text,
	"payload" jsonb NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL
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
	"restocked_pieces" bigint DEFAULT 0 NOT NULL,
	"return_id" uuid,
	"credit_note_id" uuid,
	CONSTRAINT "payment_refunds_providerId_unique" UNIQUE("provider_id"),
	CONSTRAINT "payment_refunds_restocked" CHECK ("payment_refunds"."restocked_pieces" >= 0),
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
CREATE TABLE "refunds" (
	"payment_intent" text PRIMARY KEY NOT NULL,
	"order_id" uuid,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
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
CREATE TABLE "book_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"values" jsonb NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "book_settings_one" CHECK ("book_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "postings" (
	"entry" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"account" text NOT NULL,
	"tax" text DEFAULT '' NOT NULL,
	"cents" bigint NOT NULL,
	"bill_id" uuid,
	"order_id" uuid,
	"payment" text,
	"invoice_id" uuid,
	CONSTRAINT "postings_entry_account_tax_pk" PRIMARY KEY("entry","account","tax"),
	CONSTRAINT "postings_once" UNIQUE("kind","ref","account","tax"),
	CONSTRAINT "postings_kind_known" CHECK ("postings"."kind" in ('opening', 'payment', 'unmatched-payment', 'receipt', 'bank-receipt', 'bank-receipt-undone', 'given-back', 'refund', 'refund-failed', 'dispute', 'dispute-won', 'dispute-lost', 'invoice', 'credit-note', 'payout', 'payout-paid', 'payout-failed')),
	CONSTRAINT "postings_account_known" CHECK ("postings"."account" in ('receivable', 'bank', 'card_clearing', 'transfer_clearing', 'payouts_in_transit', 'disputed', 'returns_due', 'tax_payable', 'revenue', 'fees', 'dispute_losses', 'differences', 'opening'))
);
--> statement-breakpoint
CREATE TABLE "punchout_connections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "punchout_connections_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"domain" text,
	"identity" text NOT NULL,
	"secret_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "punchout_connections_position_unique" UNIQUE("position"),
	CONSTRAINT "punchout_connections_secretHash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "punchout_connections_kind_known" CHECK ("punchout_connections"."kind" in ('cxml', 'oci')),
	CONSTRAINT "punchout_connections_domain" CHECK (("punchout_connections"."kind" = 'cxml') = ("punchout_connections"."domain" is not null))
);
--> statement-breakpoint
CREATE TABLE "punchout_orders" (
	"group_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"order_id" text NOT NULL,
	"payload_id" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "punchout_orders_once" UNIQUE("user_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "punchout_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"connection_id" uuid NOT NULL,
	"operation" text NOT NULL,
	"buyer_cookie" text DEFAULT '' NOT NULL,
	"return_url" text NOT NULL,
	"return_target" text,
	"search" text DEFAULT '' NOT NULL,
	"seller_domain" text DEFAULT '' NOT NULL,
	"seller_identity" text DEFAULT '' NOT NULL,
	"start_hash" text,
	"token_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"quote_id" uuid,
	"quote_version" integer,
	"cart_hash" text,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "punchout_sessions_startHash_unique" UNIQUE("start_hash"),
	CONSTRAINT "punchout_sessions_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "punchout_sessions_operation_known" CHECK ("punchout_sessions"."operation" in ('create', 'edit', 'inspect')),
	CONSTRAINT "punchout_sessions_one_secret" CHECK (("punchout_sessions"."start_hash" is null) <> ("punchout_sessions"."token_hash" is null)),
	CONSTRAINT "punchout_sessions_whole_cart" CHECK (("punchout_sessions"."quote_id" is null) = ("punchout_sessions"."quote_version" is null))
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
	CONSTRAINT "quote_lines_minimum" CHECK ("quote_lines"."quantity" >= 1),
	CONSTRAINT "quote_lines_total" CHECK ("quote_lines"."total_cents" = round("quote_lines"."unit_price" * "quote_lines"."quantity" * 100))
);
--> statement-breakpoint
CREATE TABLE "quote_versions" (
	"quote_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"total_cents" bigint NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"voiding_id" uuid,
	"offered_by" uuid,
	"terms" text DEFAULT '' NOT NULL,
	"declined_for" text,
	CONSTRAINT "quote_versions_quote_id_version_pk" PRIMARY KEY("quote_id","version"),
	CONSTRAINT "quote_versions_declined_for_known" CHECK ("quote_versions"."declined_for" in ('price', 'stock', 'other')),
	CONSTRAINT "quote_versions_total_exact_in_json" CHECK ("quote_versions"."total_cents" between 0 and 9000000000000000)
);
--> statement-breakpoint
CREATE TABLE "quote_voidings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"admin_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"quote_id" uuid,
	"quote_version" integer,
	"part_id" uuid,
	"saved_from" timestamp with time zone,
	"saved_to" timestamp with time zone,
	"price_below" numeric(12, 4),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "quote_voidings_one_kind" CHECK (("quote_voidings"."quote_id" is null) = ("quote_voidings"."quote_version" is null)
        and ("quote_voidings"."part_id" is null) = ("quote_voidings"."saved_from" is null)
        and ("quote_voidings"."part_id" is null) = ("quote_voidings"."saved_to" is null)
        and ("quote_voidings"."part_id" is null) <> ("quote_voidings"."quote_id" is null))
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
	"request" text DEFAULT '' NOT NULL,
	"requested_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"followed_up_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"swept_at" timestamp with time zone,
	"changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "quotes_position_unique" UNIQUE("position"),
	CONSTRAINT "quotes_number_unique" UNIQUE("number"),
	CONSTRAINT "quotes_linkHash_unique" UNIQUE("link_hash"),
	CONSTRAINT "quotes_version_counts_from_one" CHECK ("quotes"."version" >= 1)
);
--> statement-breakpoint
CREATE TABLE "part_relations" (
	"part_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "part_relations_part_id_other_id_pk" PRIMARY KEY("part_id","other_id"),
	CONSTRAINT "part_relations_kind_known" CHECK (kind in ('substitute', 'accessory')),
	CONSTRAINT "part_relations_not_itself" CHECK (part_id <> other_id)
);
--> statement-breakpoint
CREATE TABLE "stock_notices" (
	"part_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_notices_part_id_user_id_pk" PRIMARY KEY("part_id","user_id")
);
--> statement-breakpoint
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
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "reviews_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid,
	"email" text,
	"part_id" uuid,
	"display_name" text NOT NULL,
	"rating" numeric(2, 1) NOT NULL,
	"review" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"shown_at" timestamp with time zone DEFAULT now(),
	"hidden_at" timestamp with time zone,
	"hidden_by" uuid,
	"hidden_reason" text,
	"answer" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "reviews_position_unique" UNIQUE("position"),
	CONSTRAINT "reviews_one_state" CHECK ("reviews"."shown_at" is null or "reviews"."hidden_at" is null),
	CONSTRAINT "reviews_answered_once" CHECK (("reviews"."answer" is null) = ("reviews"."answered_at" is null)),
	CONSTRAINT "reviews_rating_half_steps" CHECK ("reviews"."rating" between 1 and 5 and "reviews"."rating" * 2 = floor("reviews"."rating" * 2))
);
--> statement-breakpoint
CREATE TABLE "sales_of_customers" (
	"month" timestamp with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"orders" integer NOT NULL,
	"pieces" bigint NOT NULL,
	"turnover_cents" bigint NOT NULL,
	CONSTRAINT "sales_of_customers_month_user_id_pk" PRIMARY KEY("month","user_id")
);
--> statement-breakpoint
CREATE TABLE "sales_of_hours" (
	"hour" timestamp with time zone PRIMARY KEY NOT NULL,
	"orders" integer NOT NULL,
	"pieces" bigint NOT NULL,
	"turnover_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_of_parts" (
	"month" timestamp with time zone NOT NULL,
	"part_id" uuid NOT NULL,
	"orders" integer NOT NULL,
	"pieces" bigint NOT NULL,
	"turnover_cents" bigint NOT NULL,
	CONSTRAINT "sales_of_parts_month_part_id_pk" PRIMARY KEY("month","part_id")
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
CREATE TABLE "sandbox"."disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"run_after" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox"."intents" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"client_secret" text NOT NULL,
	"order_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"status" text NOT NULL,
	"payment_method" text,
	"last_error" text,
	"refunded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "intents_idempotencyKey_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."payment_methods" (
	"id" text PRIMARY KEY NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"behaviour" text NOT NULL,
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
CREATE TABLE "missed_searches" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"form" text NOT NULL,
	"text" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "missed_searches_day_kind_form_pk" PRIMARY KEY("day","kind","form"),
	CONSTRAINT "missed_searches_kind_known" CHECK ("missed_searches"."kind" in ('search', 'line'))
);
--> statement-breakpoint
CREATE TABLE "search_answers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"form" text NOT NULL,
	"text" text NOT NULL,
	"part_id" uuid,
	"answered_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_answers_form_unique" UNIQUE("form")
);
--> statement-breakpoint
CREATE TABLE "sold_out_looks" (
	"day" date NOT NULL,
	"part_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "sold_out_looks_day_part_id_user_id_pk" PRIMARY KEY("day","part_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "synonyms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"form" text NOT NULL,
	"words" text NOT NULL,
	"means" text NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "synonyms_form_unique" UNIQUE("form")
);
--> statement-breakpoint
CREATE TABLE "shop_settings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "shop_settings_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"values" jsonb NOT NULL,
	"saved_by" uuid NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	CONSTRAINT "shop_settings_position_unique" UNIQUE("position")
);
--> statement-breakpoint
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
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"display_name" text NOT NULL,
	"image" text,
	"phone" text DEFAULT '' NOT NULL,
	"education" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"role" text DEFAULT '' NOT NULL,
	"permissions" text[] DEFAULT '{}'::text[] NOT NULL,
	"paid_order_mails" text DEFAULT 'each' NOT NULL,
	"disabled_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_email_lower_case" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_paid_order_mails_known" CHECK ("users"."paid_order_mails" in ('each', 'daily', 'none')),
	CONSTRAINT "users_permissions_known" CHECK ("users"."permissions" <@ array['orders', 'parts', 'prices', 'customers', 'money', 'settings', 'look']),
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('admin', ''))
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"object_id" uuid NOT NULL,
	"ref" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"run_after" timestamp with time zone DEFAULT now(),
	"claimed_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempted_at" timestamp with time zone,
	"give_up_at" timestamp with time zone NOT NULL,
	"status" integer,
	"answer" text,
	"problem" text,
	"delivered_at" timestamp with time zone,
	"given_up_at" timestamp with time zone,
	CONSTRAINT "webhook_deliveries_id_unique" UNIQUE("id"),
	CONSTRAINT "webhook_deliveries_once" UNIQUE("webhook_id","ref"),
	CONSTRAINT "webhook_deliveries_one_end" CHECK (num_nonnulls("webhook_deliveries"."run_after", "webhook_deliveries"."delivered_at", "webhook_deliveries"."given_up_at") = 1)
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" text NOT NULL,
	"old_secret" text,
	"old_secret_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failing_since" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"disabled_reason" text,
	CONSTRAINT "webhooks_position_unique" UNIQUE("position"),
	CONSTRAINT "webhooks_events_known" CHECK ("webhooks"."events" <@ array['order.paid', 'order.shipped', 'order.delivered', 'order.cancelled', 'order.refunded', 'quote.expiring', 'part.back_in_stock']),
	CONSTRAINT "webhooks_disabled_for_a_reason" CHECK (("webhooks"."disabled_at" is null) = ("webhooks"."disabled_reason" is null)),
	CONSTRAINT "webhooks_disabled_reason_known" CHECK ("webhooks"."disabled_reason" in ('owner', 'failing', 'gone')),
	CONSTRAINT "webhooks_old_secret_ends" CHECK (("webhooks"."old_secret" is null) = ("webhooks"."old_secret_until" is null))
);
--> statement-breakpoint
ALTER TABLE "credit_limits" ADD CONSTRAINT "credit_limits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_limits" ADD CONSTRAINT "credit_limits_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_items" ADD CONSTRAINT "open_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answered_calls" ADD CONSTRAINT "answered_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_orders" ADD CONSTRAINT "agent_orders_group_id_order_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."order_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_part_numbers" ADD CONSTRAINT "customer_part_numbers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_part_numbers" ADD CONSTRAINT "customer_part_numbers_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expected_goods" ADD CONSTRAINT "expected_goods_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expected_goods" ADD CONSTRAINT "expected_goods_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_mails" ADD CONSTRAINT "inbound_mails_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_documents" ADD CONSTRAINT "invoice_documents_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_credited" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices_due" ADD CONSTRAINT "invoices_due_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_low_stock" ADD CONSTRAINT "told_low_stock_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_messages" ADD CONSTRAINT "order_messages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_messages" ADD CONSTRAINT "order_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_groups" ADD CONSTRAINT "order_groups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_groups" ADD CONSTRAINT "order_groups_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_hold_id_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."holds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_group_id_order_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."order_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_documents" ADD CONSTRAINT "part_documents_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_documents" ADD CONSTRAINT "part_documents_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_pictures" ADD CONSTRAINT "part_pictures_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changed_prices" ADD CONSTRAINT "changed_prices_change_id_price_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."price_changes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changed_prices" ADD CONSTRAINT "changed_prices_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_changes" ADD CONSTRAINT "part_changes_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_changes" ADD CONSTRAINT "part_changes_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_counts" ADD CONSTRAINT "stock_counts_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_intent_id_payments_intent_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."payments"("intent_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_intent_id_payments_intent_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."payments"("intent_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_credit_note_id_invoices_id_fk" FOREIGN KEY ("credit_note_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "punchout_connections" ADD CONSTRAINT "punchout_connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "punchout_orders" ADD CONSTRAINT "punchout_orders_group_id_order_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."order_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "punchout_orders" ADD CONSTRAINT "punchout_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "punchout_sessions" ADD CONSTRAINT "punchout_sessions_connection_id_punchout_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."punchout_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "punchout_sessions" ADD CONSTRAINT "punchout_sessions_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_lines" ADD CONSTRAINT "quote_lines_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_lines" ADD CONSTRAINT "quote_lines_quote_id_version_quote_versions_quote_id_version_fk" FOREIGN KEY ("quote_id","version") REFERENCES "public"."quote_versions"("quote_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_versions" ADD CONSTRAINT "quote_versions_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_versions" ADD CONSTRAINT "quote_versions_voiding_id_quote_voidings_id_fk" FOREIGN KEY ("voiding_id") REFERENCES "public"."quote_voidings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_versions" ADD CONSTRAINT "quote_versions_offered_by_users_id_fk" FOREIGN KEY ("offered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_voidings" ADD CONSTRAINT "quote_voidings_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_voidings" ADD CONSTRAINT "quote_voidings_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_relations" ADD CONSTRAINT "part_relations_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_relations" ADD CONSTRAINT "part_relations_other_id_parts_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_notices" ADD CONSTRAINT "stock_notices_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_notices" ADD CONSTRAINT "stock_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_pictures" ADD CONSTRAINT "return_pictures_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_pictures" ADD CONSTRAINT "return_pictures_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_pictures" ADD CONSTRAINT "return_pictures_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_hidden_by_users_id_fk" FOREIGN KEY ("hidden_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_of_customers" ADD CONSTRAINT "sales_of_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_of_parts" ADD CONSTRAINT "sales_of_parts_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."balance" ADD CONSTRAINT "balance_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "sandbox"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."disputes" ADD CONSTRAINT "disputes_intent_id_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "sandbox"."intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."refunds" ADD CONSTRAINT "refunds_intent_id_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "sandbox"."intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_answers" ADD CONSTRAINT "search_answers_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sold_out_looks" ADD CONSTRAINT "sold_out_looks_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sold_out_looks" ADD CONSTRAINT "sold_out_looks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_settings" ADD CONSTRAINT "shop_settings_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_items_open" ON "open_items" USING btree ("user_id","due_on") WHERE "open_items"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "open_items_due" ON "open_items" USING btree ("due_on") WHERE "open_items"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "addresses_of_user" ON "addresses" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_default" ON "addresses" USING btree ("user_id") WHERE "addresses"."is_default";--> statement-breakpoint
CREATE INDEX "answered_calls_by_age" ON "answered_calls" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "agent_orders_of_key" ON "agent_orders" USING btree ("api_key_id","ordered_at");--> statement-breakpoint
CREATE INDEX "api_keys_of_user" ON "api_keys" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_of_subject" ON "audit_log" USING btree ("subject","position");--> statement-breakpoint
CREATE INDEX "audit_log_of_actor" ON "audit_log" USING btree ("actor_id","position");--> statement-breakpoint
CREATE INDEX "audit_log_by_time" ON "audit_log" USING btree ("at","position");--> statement-breakpoint
CREATE INDEX "bank_decisions_to_give_back" ON "bank_decisions" USING btree ("decided_at") WHERE "bank_decisions"."over_cents" > 0 and "bank_decisions"."given_back_at" is null;--> statement-breakpoint
CREATE INDEX "bank_lines_of_movement" ON "bank_lines" USING btree ("movement_id");--> statement-breakpoint
CREATE INDEX "bank_movements_by_day" ON "bank_movements" USING btree ("booked_on","position");--> statement-breakpoint
CREATE INDEX "bank_movements_of_payer" ON "bank_movements" USING btree ("payer_account") WHERE "bank_movements"."payer_account" <> '';--> statement-breakpoint
CREATE INDEX "bill_receipts_of_bill" ON "bill_receipts" USING btree ("bill_id","position");--> statement-breakpoint
CREATE INDEX "transfers_open" ON "transfers" USING btree ("position") WHERE "transfers"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "transfers_of_user" ON "transfers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "categories_below" ON "categories" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "contact_messages_newest" ON "contact_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "customer_notes_of_user" ON "customer_notes" USING btree ("user_id","written_at");--> statement-breakpoint
CREATE INDEX "customer_part_numbers_of_part" ON "customer_part_numbers" USING btree ("part_id");--> statement-breakpoint
CREATE INDEX "expected_goods_open" ON "expected_goods" USING btree ("part_id","expected_on","created_at") WHERE "expected_goods"."arrived_at" is null and "expected_goods"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "access_tokens_of_session" ON "access_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "access_tokens_by_expiry" ON "access_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "accounts_of_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_by_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "images_by_url" ON "images" USING btree ("url") WHERE "images"."url" is not null;--> statement-breakpoint
CREATE INDEX "images_to_discard" ON "images" USING btree ("discard_after") WHERE "images"."discard_after" is not null;--> statement-breakpoint
CREATE INDEX "import_rows_to_write" ON "import_rows" USING btree ("import_id","place") WHERE "import_rows"."place" is not null;--> statement-breakpoint
CREATE INDEX "inbound_mails_due" ON "inbound_mails" USING btree ("run_after") WHERE "inbound_mails"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "inbound_mails_of_sender" ON "inbound_mails" USING btree ("sender","handled_at") WHERE "inbound_mails"."sender" is not null;--> statement-breakpoint
CREATE INDEX "inbound_mails_handled" ON "inbound_mails" USING btree ("handled_at");--> statement-breakpoint
CREATE INDEX "invoices_changed" ON "invoices" USING btree ("changed_in","position");--> statement-breakpoint
CREATE INDEX "invoices_of_user_changed" ON "invoices" USING btree ("user_id","changed_in","position");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_once" ON "invoices" USING btree ("bill_id") WHERE "invoices"."kind" = 'invoice';--> statement-breakpoint
CREATE INDEX "invoices_of_bill" ON "invoices" USING btree ("bill_id");--> statement-breakpoint
CREATE INDEX "invoices_of_invoice" ON "invoices" USING btree ("invoice_id") WHERE "invoices"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "invoices_of_user" ON "invoices" USING btree ("user_id","position");--> statement-breakpoint
CREATE INDEX "invoices_by_day" ON "invoices" USING btree ("issued_on","position");--> statement-breakpoint
CREATE INDEX "invoices_by_order" ON "invoices" USING gin ("order_numbers");--> statement-breakpoint
CREATE INDEX "invoices_by_text" ON "invoices" USING gin (lower("buyer_name") gin_trgm_ops,lower("number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "invoices_due_in_turn" ON "invoices_due" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_about" ON "mails" USING btree ("about") WHERE "mails"."about" is not null;--> statement-breakpoint
CREATE INDEX "mails_to_mailbox" ON "mails" USING btree (regexp_replace("recipient", '\+[^@]*@', '@'),"attempted_at");--> statement-breakpoint
CREATE INDEX "mails_to_send" ON "mails" USING btree ("run_after") WHERE "mails"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "order_events_of_order" ON "order_events" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "order_events_by_time" ON "order_events" USING brin ("at");--> statement-breakpoint
CREATE INDEX "order_messages_of_order" ON "order_messages" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "order_messages_unread" ON "order_messages" USING btree ("side","order_id") WHERE "order_messages"."read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_hold" ON "holds" USING btree ("user_id","part_id") WHERE "holds"."state" = 'held';--> statement-breakpoint
CREATE INDEX "holds_to_expire" ON "holds" USING btree ("expires_at") WHERE "holds"."state" = 'held';--> statement-breakpoint
CREATE INDEX "holds_of_user" ON "holds" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "holds_of_network" ON "holds" USING btree ("network","part_id") WHERE "holds"."state" = 'held' and "holds"."network" is not null;--> statement-breakpoint
CREATE INDEX "order_groups_of_user" ON "order_groups" USING btree ("user_id","position");--> statement-breakpoint
CREATE INDEX "orders_changed" ON "orders" USING btree ("changed_in","position");--> statement-breakpoint
CREATE INDEX "orders_of_user_changed" ON "orders" USING btree ("user_id","changed_in","position");--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","position");--> statement-breakpoint
CREATE INDEX "orders_of_group" ON "orders" USING btree ("group_id") WHERE "orders"."group_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_of_user_paid" ON "orders" USING btree ("user_id") WHERE "orders"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_of_network_unpaid" ON "orders" USING btree ("network","part_id") WHERE "orders"."state" in ('unpaid', 'cancelling') and "orders"."network" is not null;--> statement-breakpoint
CREATE INDEX "orders_of_user_unpaid" ON "orders" USING btree ("user_id") WHERE "orders"."state" in ('unpaid', 'cancelling');--> statement-breakpoint
CREATE UNIQUE INDEX "orders_transaction_once" ON "orders" USING btree ("transaction_id") WHERE "orders"."group_id" is null;--> statement-breakpoint
CREATE INDEX "orders_with_open_payment" ON "orders" USING btree ("placed_at") WHERE "orders"."state" in ('unpaid', 'cancelling');--> statement-breakpoint
CREATE INDEX "orders_to_pay_by" ON "orders" USING btree ("pay_by") WHERE "orders"."state" = 'unpaid';--> statement-breakpoint
CREATE INDEX "orders_by_state" ON "orders" USING btree ("state","position");--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" USING btree ("placed_at","position","state");--> statement-breakpoint
CREATE INDEX "orders_of_part" ON "orders" USING btree ("part_id","state","position");--> statement-breakpoint
CREATE INDEX "orders_by_reference" ON "orders" USING btree (lower("reference") text_pattern_ops) WHERE "orders"."reference" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_state_and_reference" ON "orders" USING btree ("state",lower("reference") text_pattern_ops) WHERE "orders"."reference" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_transaction" ON "orders" USING btree (substr("transaction_id", 8) text_pattern_ops) WHERE "orders"."transaction_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("paid_at") WHERE "orders"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "parcels_of_order" ON "parcels" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "parcels_by_tracking_number" ON "parcels" USING btree (upper("tracking_number") text_pattern_ops) WHERE "parcels"."tracking_number" is not null;--> statement-breakpoint
CREATE INDEX "part_documents_of_part" ON "part_documents" USING btree ("part_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "part_documents_once" ON "part_documents" USING btree ("part_id","sha256") WHERE "part_documents"."discard_after" is null;--> statement-breakpoint
CREATE INDEX "part_documents_to_discard" ON "part_documents" USING btree ("discard_after") WHERE "part_documents"."discard_after" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "part_pictures_once" ON "part_pictures" USING btree ("part_id","img");--> statement-breakpoint
CREATE INDEX "part_pictures_by_img" ON "part_pictures" USING btree ("img");--> statement-breakpoint
CREATE INDEX "part_changes_of_part" ON "part_changes" USING btree ("part_id","position");--> statement-breakpoint
CREATE INDEX "part_words_by_start" ON "part_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "parts_part_number_once" ON "parts" USING btree ("search_number") WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_removed_by_number" ON "parts" USING btree ("search_number") WHERE "parts"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "parts_alike" ON "parts" USING gin ("search_name" gin_trgm_ops,"search_number" gin_trgm_ops) WITH (fastupdate=false) WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_by_term" ON "parts" USING gin (part_terms("name", "attributes")) WITH (fastupdate=false) WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_by_name_start" ON "parts" USING btree ("search_name" text_pattern_ops) WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_by_name_end" ON "parts" USING btree (reverse("search_name") text_pattern_ops) WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_by_number_start" ON "parts" USING btree ("search_number" text_pattern_ops) WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_by_number_end" ON "parts" USING btree (reverse("search_number") text_pattern_ops) WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_by_price" ON "parts" USING btree ("price","position") WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_by_facet" ON "parts" USING gin ("facets") WITH (fastupdate=false) WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_of_category" ON "parts" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "parts_for_sale" ON "parts" USING btree ("position") WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "stock_moves_of_part_in_turn" ON "stock_moves" USING btree ("part_id","id");--> statement-breakpoint
CREATE INDEX "stock_moves_by_time" ON "stock_moves" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "disputes_of_intent" ON "disputes" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "payment_events_open" ON "payment_events" USING btree ("received_at") WHERE "payment_events"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "payment_refunds_of_return" ON "payment_refunds" USING btree ("return_id") WHERE "payment_refunds"."return_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_refunds_of_intent" ON "payment_refunds" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_open" ON "payment_refunds" USING btree ("created_at") WHERE "payment_refunds"."state" in ('asked', 'pending');--> statement-breakpoint
CREATE INDEX "payout_lines_of_payout" ON "payout_lines" USING btree ("payout_id","is_matched","at");--> statement-breakpoint
CREATE INDEX "payouts_by_time" ON "payouts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "postings_of_account" ON "postings" USING btree ("account","at","entry");--> statement-breakpoint
CREATE INDEX "postings_by_time" ON "postings" USING brin ("at");--> statement-breakpoint
CREATE INDEX "punchout_connections_of_user" ON "punchout_connections" USING btree ("user_id","position");--> statement-breakpoint
CREATE INDEX "punchout_sessions_of_connection" ON "punchout_sessions" USING btree ("connection_id");--> statement-breakpoint
CREATE INDEX "punchout_sessions_by_end" ON "punchout_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "quote_lines_of_part" ON "quote_lines" USING btree ("part_id") WHERE "quote_lines"."part_id" is not null;--> statement-breakpoint
CREATE INDEX "quote_versions_by_time" ON "quote_versions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "quote_versions_of_voiding" ON "quote_versions" USING btree ("voiding_id") WHERE "quote_versions"."voiding_id" is not null;--> statement-breakpoint
CREATE INDEX "quote_voidings_unfinished" ON "quote_voidings" USING btree ("created_at") WHERE "quote_voidings"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "quotes_of_user_changed" ON "quotes" USING btree ("user_id","changed_in","position");--> statement-breakpoint
CREATE INDEX "quotes_of_user" ON "quotes" USING btree ("user_id","position");--> statement-breakpoint
CREATE INDEX "quotes_by_time" ON "quotes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "quotes_asked" ON "quotes" USING btree ("requested_at") WHERE "quotes"."requested_at" is not null;--> statement-breakpoint
CREATE INDEX "quotes_to_sweep" ON "quotes" USING btree ("deleted_at") WHERE "quotes"."deleted_at" is not null and "quotes"."swept_at" is null;--> statement-breakpoint
CREATE INDEX "stock_notices_of_user" ON "stock_notices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "return_pictures_of_order" ON "return_pictures" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "return_pictures_of_return" ON "return_pictures" USING btree ("return_id") WHERE "return_pictures"."return_id" is not null;--> statement-breakpoint
CREATE INDEX "returns_of_order" ON "returns" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "returns_by_state" ON "returns" USING btree ("state","position");--> statement-breakpoint
CREATE INDEX "reviews_shown" ON "reviews" USING btree ("position") WHERE "reviews"."shown_at" is not null;--> statement-breakpoint
CREATE INDEX "reviews_waiting" ON "reviews" USING btree ("position") WHERE "reviews"."shown_at" is null and "reviews"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "reviews_of_part" ON "reviews" USING btree ("part_id","position") WHERE "reviews"."part_id" is not null and "reviews"."shown_at" is not null;--> statement-breakpoint
CREATE INDEX "reviews_of_user" ON "reviews" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sandbox_balance_of_payout" ON "sandbox"."balance" USING btree ("payout_id");--> statement-breakpoint
CREATE INDEX "sandbox_events_to_send" ON "sandbox"."events" USING btree ("run_after") WHERE "sandbox"."events"."delivered_at" is null;--> statement-breakpoint
CREATE INDEX "search_answers_of_part" ON "search_answers" USING btree ("part_id");--> statement-breakpoint
CREATE INDEX "sold_out_looks_of_user" ON "sold_out_looks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "shop_settings_published" ON "shop_settings" USING btree ("position") WHERE "shop_settings"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "billing_details_to_ask" ON "billing_details" USING btree ("ask_at") WHERE "billing_details"."ask_at" is not null;--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_by_text" ON "users" USING gin ("email" gin_trgm_ops,lower("display_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_webhook" ON "webhook_deliveries" USING btree ("webhook_id","position");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("run_after") WHERE "webhook_deliveries"."run_after" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_in_order" ON "webhook_deliveries" USING btree ("webhook_id","object_id","position") WHERE "webhook_deliveries"."run_after" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_claimed" ON "webhook_deliveries" USING btree ("claimed_until") WHERE "webhook_deliveries"."claimed_until" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_time" ON "webhook_deliveries" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_of_user" ON "webhooks" USING btree ("user_id","position");
--> statement-breakpoint

-- What drizzle does not describe. Numbers of entries of the books; an entry has several rows.
create sequence postings_entry_seq owned by postings.entry;
--> statement-breakpoint
-- The planner does not use the statistics of partial indexes: it takes any beginning of a reference for one order in 200, and reads a
-- quarter of a million entries where 5,001 are enough.
CREATE STATISTICS "orders_references" ON (lower("reference")) FROM "orders";
--> statement-breakpoint
CREATE STATISTICS "orders_transactions" ON (substr("transaction_id", 8)) FROM "orders";
--> statement-breakpoint
-- To gather statistics of it would take the words of thousands of parts apart each time.
alter index parts_by_term alter column 1 set statistics 0;
