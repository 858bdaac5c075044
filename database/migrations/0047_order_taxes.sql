ALTER TABLE "orders" DROP CONSTRAINT "orders_refund_within_total";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_tax_decided" CHECK ("orders"."tax_cents" >= 0 and ("orders"."tax" is not null or "orders"."tax_cents" = 0));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refund_within_total" CHECK ("orders"."refunded_cents" between 0 and "orders"."total_cents" + "orders"."tax_cents");
--> statement-breakpoint
-- The tax in cents of a net amount in cents, rounded half up; `taxOf` of contract/tax.ts does the same.
create function tax_of(net numeric, tax jsonb) returns bigint language sql immutable parallel safe as $$
  select div(2 * net * part + whole, 2 * whole)::bigint
  from (
    select case when known then (calculated ->> 'taxCents')::numeric else (tax ->> 'rateBp')::numeric end as part,
      case when known then (calculated ->> 'netCents')::numeric else 10000 end as whole
    from (
      select tax -> 'calculated' as calculated, coalesce((tax -> 'calculated' ->> 'netCents')::numeric, 0) > 0 as known
    ) as by_provider
  ) as fraction
$$;
--> statement-breakpoint
-- Orders of a group with the same text are taxed together; `taxedTogether` of contract/tax.ts does the same.
create function tax_group(tax jsonb) returns text language sql immutable parallel safe as $$
  select concat_ws(' ', tax ->> 'category', tax ->> 'rateBp', coalesce(tax -> 'calculated' ->> 'id', ''))
$$;
--> statement-breakpoint
create function tax_order() returns trigger language plpgsql as $$
begin
  if new.tax is null then
    new.tax_cents := 0;
  elsif new.group_id is null then
    new.tax_cents := tax_of(new.total_cents, new.tax);
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger orders_tax before insert or update of total_cents, tax on orders for each row execute function tax_order();
--> statement-breakpoint
-- The tax of a group is that of the sum of what is taxed together, shared among its orders by cumulative rounding. Cancelled orders
-- keep the share that they had.
create function share_group_tax(shared_group uuid) returns void language sql as $$
  update orders set tax_cents = share.cents
  from (
    select id, tax_of(sum(total_cents) over so_far, tax) - tax_of(sum(total_cents) over so_far - total_cents, tax) as cents
    from orders
    where group_id = shared_group and tax is not null and state <> 'cancelled'
    window so_far as (partition by tax_group(tax) order by position)
  ) as share
  where orders.id = share.id and orders.tax_cents <> share.cents
$$;
--> statement-breakpoint
create function share_placed_tax() returns trigger language plpgsql as $$
begin
  perform share_group_tax(group_id) from (select distinct group_id from placed where group_id is not null and tax is not null) as taxed;
  return null;
end $$;
--> statement-breakpoint
create function share_changed_tax() returns trigger language plpgsql as $$
begin
  perform share_group_tax(new.group_id);
  return null;
end $$;
--> statement-breakpoint
create trigger orders_share_placed_tax after insert on orders referencing new table as placed
  for each statement execute function share_placed_tax();
--> statement-breakpoint
create trigger orders_share_changed_tax after update of state, total_cents on orders for each row
  when (new.group_id is not null and new.tax is not null
    and (old.total_cents <> new.total_cents or (new.state = 'cancelled' and old.state <> 'cancelled')))
  execute function share_changed_tax();
--> statement-breakpoint
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
  if new.tax is distinct from old.tax or (new.tax_cents <> old.tax_cents and old.state not in ('unpaid', 'cancelling')) then
    raise exception 'order %: its tax cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
