-- Parcels stay within the pieces of a paid order. The order's row is locked by the update, so two parcels at once are counted together.
create or replace function check_parcel() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'parcel %: it has left', old.id using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' then
    if (new.id, new.order_id, new.quantity, new.shipped_at) is distinct from (old.id, old.order_id, old.quantity, old.shipped_at)
       or (old.delivered_at is not null and new.delivered_at is distinct from old.delivered_at) then
      raise exception 'parcel %: what has left cannot change', old.id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  update orders set parceled_pieces = parceled_pieces + new.quantity
  where id = new.order_id and state in ('paid', 'shipped') and parceled_pieces + new.quantity <= quantity;
  if not found then
    raise exception 'order %: it is not paid, or fewer pieces are left than are in the parcel', new.order_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger parcels_check before insert or update or delete on parcels for each row execute function check_parcel();

create or replace function record_parcel_event() returns trigger language plpgsql as $$
declare
  acting uuid := nullif(current_setting('shop.actor', true), '')::uuid;
  told jsonb := jsonb_build_object('parcel', new.id, 'quantity', new.quantity, 'carrier', new.carrier, 'trackingNumber', new.tracking_number);
begin
  if tg_op = 'INSERT' then
    insert into order_events (order_id, kind, actor_id, detail) values (new.order_id, 'parcel', acting, told);
    return null;
  end if;
  if (new.carrier, new.tracking_number) is distinct from (old.carrier, old.tracking_number) then
    insert into order_events (order_id, kind, actor_id, detail) values (new.order_id, 'parcel-corrected', acting,
      told || jsonb_build_object('carrierBefore', old.carrier, 'trackingNumberBefore', old.tracking_number));
  end if;
  if old.delivered_at is null and new.delivered_at is not null then
    insert into order_events (order_id, kind, actor_id, detail) values (new.order_id, 'parcel-delivered', acting, told);
  end if;
  return null;
end $$;
create or replace trigger parcels_record_event after insert or update on parcels for each row execute function record_parcel_event();

-- By the end of its transaction an order that is shipped has all its pieces in parcels, but those that were withdrawn.
create or replace function check_shipped() returns trigger language plpgsql as $$
begin
  if exists (select from orders where id = new.id and state = 'shipped' and parceled_pieces + withdrawn_pieces < quantity) then
    raise exception 'order %: it is shipped, and some of its pieces are in no parcel', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger orders_check_shipped after update of state on orders deferrable initially deferred for each row
  when (old.state = 'paid' and new.state = 'shipped') execute function check_shipped();
