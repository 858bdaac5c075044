CREATE INDEX "audit_log_of_actor" ON "audit_log" USING btree ("actor_id","position");--> statement-breakpoint
-- `shop.sweeping` is 'on' while entries that are too old are deleted (server/platform/audit/sweep-audit.ts).
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasing() then
    if (new.position, new.at, new.actor_id, new.action) is not distinct from (old.position, old.at, old.actor_id, old.action) then
      return new;
    end if;
  end if;
  if tg_op = 'DELETE' and current_setting('shop.sweeping', true) is not distinct from 'on' and old.at < now() - interval '30 days' then
    return old;
  end if;
  raise exception 'the audit log is only added to' using errcode = 'check_violation';
end $$;
