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
CREATE TABLE "audit_log" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "answered_calls" ADD CONSTRAINT "answered_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answered_calls_by_age" ON "answered_calls" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_log_of_subject" ON "audit_log" USING btree ("subject","position");
--> statement-breakpoint
-- What was done stays written.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to' using errcode = 'check_violation';
end $$;
--> statement-breakpoint
create trigger audit_change before update or delete on audit_log for each row execute function refuse_audit_change();
