-- What is written stays, but for texts of a person. `shop.erasing` is 'on' while a transaction erases personal data
-- (server/customers/erase-customer.ts). Texts may go then; what happened, when, and who did it stays as it is.
create or replace function is_erasing() returns boolean language sql stable as $$
  select current_setting('shop.erasing', true) is not distinct from 'on'
$$;

-- The audit log. `shop.sweeping` is 'on' while entries that are too old are deleted (server/platform/audit/sweep-audit.ts).
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
create or replace trigger audit_log_refuse_change before update or delete on audit_log for each row execute function refuse_audit_change();
