CREATE INDEX "audit_log_by_time" ON "audit_log" USING btree ("at","position");--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" USING btree ("placed_at","position","state");