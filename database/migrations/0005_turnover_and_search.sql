-- What an order has brought, in cents: its price without tax, less what of it was given back. Of price and tax the same share went back.
create function turnover_cents(total_cents bigint, tax_cents bigint, refunded_cents bigint) returns bigint language sql immutable parallel safe as $$
  select case when tax_cents = 0 then total_cents - refunded_cents
    else round((total_cents + tax_cents - refunded_cents)::numeric * total_cents / (total_cents + tax_cents))::bigint end
$$;
--> statement-breakpoint
-- Orders of which something was given back, which totals of sales count in full.
create index orders_given_back on orders (paid_at) where refunded_cents > 0 and paid_at is not null;
