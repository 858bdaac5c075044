-- What was known of VAT ids, by the last answer.
insert into vat_ids (vat_id, status, answered_at, ask_at)
select distinct on (vat_id) vat_id, vat_id_status, case when vat_id_status <> 'unverified' then coalesce(checked_at, updated_at) end, ask_at
from billing_details where vat_id is not null
order by vat_id, checked_at desc nulls last
on conflict do nothing;
--> statement-breakpoint
-- The tax of an unpaid order may be decided anew: after its address was corrected, and when the register has answered about its VAT id.
create or replace function check_order_change() returns trigger language plpgsql as $$
begin
  if (new.hold_id, new.user_id, new.part_id) is distinct from (old.hold_id, old.user_id, old.part_id)
     or ((new.quantity, new.unit_price, new.total_cents) is distinct from (old.quantity, old.unit_price, old.total_cents)
       and (new.state <> 'unpaid' or old.state <> 'unpaid' or new.quantity >= old.quantity)) then
    raise exception 'order %: what was ordered cannot change', old.id using errcode = 'check_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('unpaid', 'cancelling'), ('unpaid', 'cancelled'), ('unpaid', 'paid'),
    ('cancelling', 'cancelled'), ('cancelling', 'paid'), ('paid', 'shipped'), ('paid', 'refunded')
  ) then
    raise exception 'order %: % cannot become %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if old.transaction_id is not null and new.transaction_id is distinct from old.transaction_id then
    raise exception 'order %: the transaction cannot change', old.id using errcode = 'check_violation';
  end if;
  if old.delivered_at is not null and new.delivered_at is distinct from old.delivered_at then
    raise exception 'order %: it was delivered', old.id using errcode = 'check_violation';
  end if;
  if (((new.address, new.ship_to) is distinct from (old.address, old.ship_to) and not is_erasing())
      or (new.state = 'refunded' and old.state <> 'refunded'))
     and old.parceled_pieces > 0 then
    raise exception 'order %: a parcel has left', old.id using errcode = 'check_violation';
  end if;
  if (new.tax is distinct from old.tax and (old.state, new.state) is distinct from ('unpaid', 'unpaid'))
     or (new.tax_cents <> old.tax_cents and old.state not in ('unpaid', 'cancelling')) then
    raise exception 'order %: its tax cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- '19 %', '25.5 %'; empty without a tax.
create function tax_percent(tax jsonb) returns text language sql immutable parallel safe as $$
  select coalesce(trim_scale((tax ->> 'rateBp')::numeric / 100)::text || ' %', '')
$$;
--> statement-breakpoint
create function record_changed_tax() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, actor_id, detail)
  values (new.id, 'tax-changed', nullif(current_setting('shop.actor', true), '')::uuid,
    jsonb_build_object('before', tax_percent(old.tax), 'after', tax_percent(new.tax)));
  return null;
end $$;
--> statement-breakpoint
create trigger order_events_of_tax after update of tax on orders for each row
  when (not is_erasing() and tax_group(old.tax) <> tax_group(new.tax)) execute function record_changed_tax();
--> statement-breakpoint
drop trigger orders_share_changed_tax on orders;
--> statement-breakpoint
create trigger orders_share_changed_tax after update of state, total_cents, tax on orders for each row
  when (new.group_id is not null and coalesce(new.tax, old.tax) is not null
    and (old.total_cents <> new.total_cents or old.tax is distinct from new.tax or (new.state = 'cancelled' and old.state <> 'cancelled')))
  execute function share_changed_tax();
