-- A bill on account with an offer's lead time is due from the day on which the last of it leaves.
create function date_open_item() returns trigger language plpgsql as $$
begin
  update open_items set dispatched_on = current_date, due_on = current_date + net_days
  where bill_id = coalesce(new.group_id, new.id) and is_from_dispatch and dispatched_on is null
    and not exists (select from orders where (orders.id = bill_id or orders.group_id = bill_id) and orders.state = 'paid');
  return null;
end $$;
--> statement-breakpoint
create trigger orders_date_open_item after update of state on orders for each row
  when (old.state = 'paid' and new.state in ('shipped', 'refunded')) execute function date_open_item();
