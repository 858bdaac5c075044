-- Payouts of the card processor. Their lines are only added.
create or replace function refuse_payout_line_change() returns trigger language plpgsql as $$
begin
  raise exception 'lines of payouts are only added' using errcode = 'check_violation';
end $$;
create or replace trigger payout_lines_refuse_change before update or delete on payout_lines for each row execute function refuse_payout_line_change();

-- Whether the shop knows what a line is about, so that it is in the books under the card processor.
create or replace function payout_line_is_known(kind text, source_id text, intent_id text) returns boolean language sql stable as $$
  select case kind
    when 'payment' then exists (select from orders where transaction_id = intent_id and group_id is null)
      or exists (select from order_groups where transaction_id = intent_id) or exists (select from refunds where payment_intent = intent_id)
    when 'refund' then exists (select from payment_refunds where provider_id = source_id) or exists (select from refunds where payment_intent = intent_id)
    when 'dispute' then exists (select from disputes where id = source_id)
    when 'payout' then exists (select from payouts where id = source_id)
    else false end
$$;

create or replace function bill_of_payment(intent_id text) returns uuid language sql stable as $$
  select id from orders where transaction_id = intent_id and group_id is null
  union all
  select id from order_groups where transaction_id = intent_id
  limit 1
$$;

-- What the lines of a payout say: fees, what the books have under the card processor, what they do not know, and all of it.
create or replace function sums_of_payout(p payouts) returns table (fees bigint, known bigint, unknown bigint, net bigint) language sql stable as $$
  select fees, case when p.has_lines then known else p.amount_cents end, unknown, case when p.has_lines then known + unknown - fees else p.amount_cents end
  from (
    select coalesce(sum(fee_cents - case kind when 'fee' then gross_cents else 0 end), 0)::bigint as fees,
      coalesce(sum(gross_cents) filter (where kind <> 'fee' and is_matched), 0)::bigint as known,
      coalesce(sum(gross_cents) filter (where kind <> 'fee' and not is_matched), 0)::bigint as unknown
    from payout_lines where payout_id = p.id
  ) as lines
$$;

-- Where the money of a payout is; null while it is not booked, and for one in another currency, of which the shop knows no rate.
create or replace function place_of_payout(p payouts) returns text language sql immutable as $$
  select case
    when p.read_at is null or p.currency <> 'usd' then null
    when p.status = 'paid' then 'bank' when p.status in ('failed', 'canceled') then 'card_clearing' else 'payouts_in_transit' end
$$;

create or replace function book_payout() returns trigger language plpgsql as $$
declare
  was text := case when tg_op = 'UPDATE' then place_of_payout(old) end;
  place text := place_of_payout(new);
  sums record;
begin
  if place is null or place is not distinct from was then
    return null;
  end if;
  if was is null then
    select * into sums from sums_of_payout(new);
    if sums.net <> new.amount_cents then
      raise exception 'the lines of payout % sum to %, not to %', new.id, sums.net, new.amount_cents using errcode = 'check_violation';
    end if;
    was := 'payouts_in_transit';
    perform book('payout', new.id, null, null, null, null,
      array[was, 'fees', 'card_clearing', 'differences'], array[new.amount_cents, sums.fees, -sums.known, -sums.unknown]);
  end if;
  if place <> was then
    perform book(case place when 'bank' then 'payout-paid' else 'payout-failed' end, new.id, null, null, null, null,
      array[place, was], array[new.amount_cents, -new.amount_cents]);
  end if;
  return null;
end $$;
create or replace trigger payouts_book after insert or update of status, read_at on payouts for each row execute function book_payout();

-- What was booked is not forgotten by a later answer of the card processor that is older.
create or replace function refuse_payout_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.id, old.amount_cents, old.currency, old.has_lines) is distinct from (new.id, new.amount_cents, new.currency, new.has_lines)
    or (old.read_at is not null and new.read_at is distinct from old.read_at)
    or array_position(array['pending', 'in_transit', 'paid', 'canceled', 'failed'], new.status)
      < array_position(array['pending', 'in_transit', 'paid', 'canceled', 'failed'], old.status) then
    raise exception 'payout % only goes on', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger payouts_check before update or delete on payouts for each row execute function refuse_payout_change();
