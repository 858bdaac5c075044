CREATE TABLE "delivery_moves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "delivery_moves_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"wished_on" date NOT NULL,
	"asked_by" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"actor_id" uuid,
	CONSTRAINT "delivery_moves_position_unique" UNIQUE("position"),
	CONSTRAINT "delivery_moves_side_known" CHECK ("delivery_moves"."asked_by" in ('customer', 'shop')),
	CONSTRAINT "delivery_moves_state_known" CHECK ("delivery_moves"."state" in ('asked', 'confirmed', 'refused', 'withdrawn')),
	CONSTRAINT "delivery_moves_ended_at_a_time" CHECK (("delivery_moves"."state" = 'asked') = ("delivery_moves"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "delivery_moves" ADD CONSTRAINT "delivery_moves_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_moves" ADD CONSTRAINT "delivery_moves_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_moves_of_order" ON "delivery_moves" USING btree ("order_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_moves_one_open" ON "delivery_moves" USING btree ("order_id") WHERE "delivery_moves"."state" = 'asked';