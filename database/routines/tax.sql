-- Tax of orders (docs/decisions/0040-tax-is-decided-once.md). The tax in cents of a net amount in cents, rounded half up; `taxOf` of
-- contract/payments/tax.ts does the same.
create or replace function tax_of(net numeric, tax jsonb) returns bigint language sql immutable parallel safe as $$
  select div(2 * net * part + whole, 2 * whole)::bigint
  from (
    select case when known then (calculated ->> 'taxCents')::numeric else (tax ->> 'rateBp')::numeric end as part,
      case when known then (calculated ->> 'netCents')::numeric else 10000 end as whole
    from (
      select tax -> 'calculated' as calculated, coalesce((tax -> 'calculated' ->> 'netCents')::numeric, 0) > 0 as known
    ) as by_provider
  ) as fraction
$$;

-- Orders of a group with the same text are taxed together; `taxedTogether` of contract/payments/tax.ts does the same.
create or replace function tax_group(tax jsonb) returns text language sql immutable parallel safe as $$
  select concat_ws(' ', tax ->> 'category', tax ->> 'rateBp', coalesce(tax -> 'calculated' ->> 'id', ''))
$$;

-- '19 %', '25.5 %'; empty without a tax.
create or replace function tax_percent(tax jsonb) returns text language sql immutable parallel safe as $$
  select coalesce(trim_scale((tax ->> 'rateBp')::numeric / 100)::text || ' %', '')
$$;

create or replace function set_order_tax() returns trigger language plpgsql as $$
begin
  if new.tax is null then
    new.tax_cents := 0;
  elsif new.group_id is null then
    new.tax_cents := tax_of(new.total_cents + new.freight_cents, new.tax);
  end if;
  return new;
end $$;
create or replace trigger orders_set_tax before insert or update of total_cents, freight_cents, tax on orders for each row execute function set_order_tax();

-- The tax of a group is that of the sum of what is taxed together, goods and freight, shared among its orders by cumulative rounding. Cancelled orders
-- keep the share that they had.
create or replace function share_group_tax(shared_group uuid) returns void language sql as $$
  update orders set tax_cents = share.cents
  from (
    select id, tax_of(sum(net_cents) over so_far, tax) - tax_of(sum(net_cents) over so_far - net_cents, tax) as cents
    from (select *, total_cents + freight_cents as net_cents from orders) as ordered
    where group_id = shared_group and tax is not null and state <> 'cancelled'
    window so_far as (partition by tax_group(tax) order by position)
  ) as share
  where orders.id = share.id and orders.tax_cents <> share.cents
$$;

create or replace function share_placed_tax() returns trigger language plpgsql as $$
begin
  perform share_group_tax(group_id) from (select distinct group_id from placed where group_id is not null and tax is not null) as taxed;
  return null;
end $$;
create or replace trigger orders_share_placed_tax after insert on orders referencing new table as placed
  for each statement execute function share_placed_tax();

create or replace function share_changed_tax() returns trigger language plpgsql as $$
begin
  perform share_group_tax(new.group_id);
  return null;
end $$;
create or replace trigger orders_share_changed_tax after update of state, total_cents, tax on orders for each row
  when (new.group_id is not null and coalesce(new.tax, old.tax) is not null
    and (old.total_cents <> new.total_cents or old.tax is distinct from new.tax or (new.state = 'cancelled') <> (old.state = 'cancelled')))
  execute function share_changed_tax();

-- A rate that has begun stays: orders were decided by it.
create or replace function refuse_tax_rate_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or old.from_day <= (now() at time zone 'utc')::date then
    raise exception 'the rate of % from % on cannot change', old.country, old.from_day using errcode = 'check_violation';
  end if;
  return old;
end $$;
create or replace trigger tax_rates_refuse_change before update or delete on tax_rates for each row execute function refuse_tax_rate_change();

-- What is written with an order of this user; null where nothing was filled in.
create or replace function billing_of(buyer uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('company', company, 'vatId', vat_id, 'address', address)
  from billing_details where user_id = buyer and (company <> '' or vat_id is not null or address is not null)
$$;
