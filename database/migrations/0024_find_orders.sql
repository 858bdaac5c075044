CREATE INDEX "order_events_by_time" ON "order_events" USING brin ("at");--> statement-breakpoint
CREATE INDEX "orders_of_part" ON "orders" USING btree ("part_id","state","position");--> statement-breakpoint
CREATE INDEX "orders_by_reference" ON "orders" USING btree (lower("reference") text_pattern_ops) WHERE "orders"."reference" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_transaction" ON "orders" USING btree (substr("transaction_id", 8) text_pattern_ops) WHERE "orders"."transaction_id" is not null;--> statement-breakpoint
CREATE INDEX "users_by_text" ON "users" USING gin ("email" gin_trgm_ops,lower("display_name") gin_trgm_ops);