DROP INDEX "stock_moves_of_part";--> statement-breakpoint
ALTER TABLE "stock_moves" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_moves_of_part_in_turn" ON "stock_moves" USING btree ("part_id","id");--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_reason_known" CHECK ("stock_moves"."reason" in ('received', 'counted', 'damaged', 'sample', 'other'));