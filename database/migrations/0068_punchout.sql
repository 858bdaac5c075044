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
ALTER TABLE "punchout_connections" ADD CONSTRAINT "punchout_connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "punchout_orders" ADD CONSTRAINT "punchout_orders_group_id_order_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."order_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "punchout_orders" ADD CONSTRAINT "punchout_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "punchout_sessions" ADD CONSTRAINT "punchout_sessions_connection_id_punchout_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."punchout_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "punchout_sessions" ADD CONSTRAINT "punchout_sessions_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "punchout_connections_of_user" ON "punchout_connections" USING btree ("user_id","position");--> statement-breakpoint
CREATE INDEX "punchout_sessions_of_connection" ON "punchout_sessions" USING btree ("connection_id");--> statement-breakpoint
CREATE INDEX "punchout_sessions_by_end" ON "punchout_sessions" USING btree ("expires_at");