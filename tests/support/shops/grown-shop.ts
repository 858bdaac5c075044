import type pg from 'pg'

const PARTS = 200
const PIECES = 1_000

/**
 * Fills an empty shop with the orders of years of trade: paid, shipped, cancelled, refunded, unpaid; with their holds, ledger, mails,
 * payments and messages. Breaks no invariant, and uses only what the schema has from the baseline on, so it fits every later migration.
 */
export async function growShop(client: pg.Client, { orders }: { orders: number }): Promise<void> {
  const customers = Math.max(Math.ceil(orders / 100), 1)
  for (const statement of statements(orders, customers)) await client.query(statement)
}

const statements = (orders: number, customers: number) => [
  `insert into users (id, email, email_verified, display_name, phone, address)
   select md5('user' || i)::uuid, 'customer' || i || '@example.com', true, 'Customer ' || i, '+49 30 ' || i, 'Dock Road ' || i
   from generate_series(0, ${customers} - 1) i`,

  `insert into parts (id, name, img, description, price, available)
   select md5('part' || i)::uuid, 'Part ' || i, '/images/none.webp', repeat('A part for a television set. ', 10), 2.5,
     10000000 - ${PIECES} * (select count(*) from generate_series(0, ${orders} - 1) o where o % ${PARTS} = i and o % 5 <> 3)
   from generate_series(0, ${PARTS} - 1) i`,

  `insert into holds (id, user_id, part_id, quantity, unit_price, state, expires_at, created_at)
   select md5('hold' || i)::uuid, md5('user' || i % ${customers})::uuid, md5('part' || i % ${PARTS})::uuid, ${PIECES}, 2.5,
     'ordered', placed_at, placed_at
   from ${allOrders(orders)}`,

  `insert into orders (id, hold_id, user_id, part_id, part_name, img, email, display_name, phone, address, quantity,
     unit_price, total_cents, state, payment_attempt, payment_intent, transaction_id, placed_at, paid_at, shipped_at, cancelled_at)
   select md5('order' || i)::uuid, md5('hold' || i)::uuid, md5('user' || i % ${customers})::uuid,
     md5('part' || i % ${PARTS})::uuid, 'Part ' || i % ${PARTS}, '/images/none.webp',
     'customer' || i % ${customers} || '@example.com', 'Customer ' || i % ${customers}, '+49 30 ' || i,
     'Dock Road ' || i || E',\\n20457 Hamburg', ${PIECES}, 2.5, ${PIECES} * 250, state,
     case when state = 'unpaid' then 0 else 1 end,
     case when state <> 'unpaid' then 'pi_' || i end,
     case when state in ('paid', 'shipped') then 'pi_' || i end,
     placed_at,
     case when state in ('paid', 'shipped') then placed_at end,
     case when state = 'shipped' then placed_at end,
     case when state = 'cancelled' then placed_at end
   from ${allOrders(orders)} order by i`,

  `insert into stock_moves (part_id, delta, kind, ref)
   select md5('part' || i)::uuid, 10000000, 'opening', md5('part' || i)::uuid from generate_series(0, ${PARTS} - 1) i
   union all
   select md5('part' || i % ${PARTS})::uuid, -${PIECES}, 'hold', md5('hold' || i)::uuid from ${allOrders(orders)}
   union all
   select md5('part' || i % ${PARTS})::uuid, ${PIECES}, 'cancel', md5('hold' || i)::uuid from ${allOrders(orders)}
   where state = 'cancelled'`,

  `insert into mails (kind, ref, recipient, subject, body, created_at, attempts, sent_at)
   select kind, md5('order' || i)::uuid::text, 'customer' || i % ${customers} || '@example.com', 'Your order',
     repeat('We have received your order. ', 20), placed_at, 1, placed_at
   from ${allOrders(orders)} cross join (values ('order-placed'), ('order-paid')) kinds(kind)
   where kind = 'order-placed' or state in ('paid', 'shipped')`,

  `insert into payment_events (event_id, type, intent_id, payload, received_at, handled_at, attempts)
   select 'evt_' || i, 'payment_intent.succeeded', 'pi_' || i,
     jsonb_build_object('id', 'evt_' || i, 'data', jsonb_build_object('object', jsonb_build_object('id', 'pi_' || i))),
     placed_at, placed_at, 1
   from ${allOrders(orders)} where ${hasMoney}`,

  `insert into refunds (payment_intent, order_id, amount_cents, reason, created_at, done_at)
   select 'pi_' || i, md5('order' || i)::uuid, ${PIECES} * 250, 'the order was cancelled', placed_at, placed_at
   from ${allOrders(orders)} where ${hasMoney} and state = 'cancelled'`,

  `insert into sandbox.intents (id, idempotency_key, client_secret, order_id, amount_cents, status, refunded_at, created_at, updated_at)
   select 'pi_' || i, 'key' || i, 'secret' || i, md5('order' || i)::uuid::text, ${PIECES} * 250, 'succeeded',
     case when state = 'cancelled' then placed_at end, placed_at, placed_at
   from ${allOrders(orders)} where ${hasMoney}`,

  `insert into reviews (display_name, rating, review) select 'Customer ' || i, 4.5, 'Good.' from generate_series(1, 20) i`,
  'analyze',
]

/** Number, state and time of each order; the oldest ones first, some minutes apart. */
const allOrders = (orders: number) => `(
  select i, (array['shipped', 'paid', 'paid', 'cancelled', 'unpaid'])[i % 5 + 1] as state,
    now() - make_interval(mins => 60 + (${orders} - i) * 5) as placed_at
  from generate_series(0, ${orders} - 1) i
) made`

/** Every tenth of the cancelled ones was paid in its last moment. */
const hasMoney = `(state in ('paid', 'shipped') or (state = 'cancelled' and i % 50 = 3))`
