CREATE TABLE "agent_orders" (
	"group_id" uuid PRIMARY KEY NOT NULL,
	"api_key_id" uuid NOT NULL,
	"cents" bigint NOT NULL,
	"ordered_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "order_limit_cents" bigint;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "month_limit_cents" bigint;--> statement-breakpoint
ALTER TABLE "agent_orders" ADD CONSTRAINT "agent_orders_group_id_order_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."order_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_orders_of_key" ON "agent_orders" USING btree ("api_key_id","ordered_at");--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_both_limits" CHECK (("api_keys"."order_limit_cents" is null) = ("api_keys"."month_limit_cents" is null));--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_limits_positive" CHECK ("api_keys"."order_limit_cents" > 0 and "api_keys"."month_limit_cents" > 0);