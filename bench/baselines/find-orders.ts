import type pg from 'pg'
import { countByState, allOrders } from '../../server/orders/lists/find-orders.ts'
import { chanceOf, chosenSeed } from '../../tests/support/seeded.ts'
import { byVerb, calm, close, grown, openGrown, type Grown } from './growth.ts'
import { compare } from './measure.ts'
import type { Section } from './sections.ts'
import { addParts } from './world.ts'

const MANY = 1_000_000
const FEW = 1_000
const PARTS = 5_000
const ORDERS_EACH = 20
/** The customer's limit for one search, 95 of 100 times. */
const LIMIT_MS = 30

const NAMES = ['Ann Buyer', 'Bob Smith', 'Chen Wei', 'Dana Novak', 'Erik Olsen', 'Fatima Ali', 'Greta Weber', 'Hugo Martin']

const trackingNumber = (n: number) => `1Z999AA1${String(n).padStart(10, '0')}`

/** Everything that an order is found by, with rare and with frequent texts; each search reads a page and the counts by state. */
const texts: Record<string, (n: number) => string> = {
  number: (n) => `O-${String(n).padStart(6, '0')}`,
  email: (n) => `buyer${n % (MANY / ORDERS_EACH)}@example.com`,
  'name of many': () => 'greta weber',
  'part of a name': () => 'smi',
  part: (n) => `part ${(n % PARTS) + 1}`,
  'all parts': () => 'part',
  reference: (n) => `po-${n - (n % 4)}`,
  'beginning of all references': () => 'po-',
  'transaction id': (n) => `pi_0000${n}`,
  'tracking number': (n) => trackingNumber(n),
  'beginning of many tracking numbers': () => '1Z999AA1',
  nothing: (n) => `zzz${n}`,
}

/** A search among a million orders beside a thousand. */
export const findOrders: Section = async (world, plan) => {
  const chance = chanceOf(chosenSeed())
  const few = await openGrown(world, 'few_found', (sql) => addPaidOrders(sql, FEW))
  const many = await openGrown(world, 'many_found', (sql) => addPaidOrders(sql, MANY))
  const search = ({ db }: Grown, text: (n: number) => string, most: number) =>
    byVerb(world, async () => {
      const q = text(1 + chance.below(most))
      // Side by side, as the screen asks for them.
      const page = async () => {
        for await (const _ of allOrders(db, { page: 0, q, newestFirst: true }));
      }
      await Promise.all([page(), countByState(db, { q })])
    })
  try {
    const rows = []
    for (const [what, text] of Object.entries(texts)) {
      const { found, small } = await compare({ found: search(many, text, MANY), small: search(few, text, FEW) }, calm(plan))
      const row = grown(`Found in 1,000,000 orders: ${what}`, 'in 1,000', found, small, LIMIT_MS)
      const slowest = `95 of 100 within ${found.p95.toFixed(1)} ms, 99 within ${found.p99.toFixed(1)} ms`
      rows.push({ ...row, measured: found.p95, note: `${row.note}; ${slowest}` })
    }
    return rows
  } finally {
    await close(few, many)
  }
}

/** Of a hundred orders, 90 are shipped, 4 paid, 3 unpaid, 3 cancelled, over two years; a quarter has a reference. */
export async function addPaidOrders(sql: pg.Client, count: number): Promise<void> {
  await addParts(sql, PARTS)
  await sql.query(
    `insert into users (email, display_name)
     select 'buyer' || n || '@example.com', ($2::text[])[1 + n % ${NAMES.length}] from generate_series(0, $1::int - 1) as n`,
    [count / ORDERS_EACH, NAMES],
  )
  await sql.query('alter table orders disable trigger user')
  await sql.query(
    `with people as (select id, email, display_name, row_number() over (order by email) - 1 as n from users),
      wares as (select id, name, row_number() over (order by position) - 1 as n from parts),
      made as (
        insert into holds (user_id, part_id, quantity, unit_price, state, expires_at)
        select people.id, wares.id, 1000, 2.5, 'ordered', now()
        from generate_series(0, $1::int - 1) as number
        join people on people.n = number % ($1 / $2)
        join wares on wares.n = number % $3
        returning id, user_id, part_id
      ), numbered as (select *, row_number() over () as n from made)
    insert into orders (hold_id, user_id, part_id, part_name, img, email, display_name, phone, address, quantity, unit_price, total_cents,
      state, transaction_id, paid_at, reference)
    select numbered.id, user_id, part_id, wares.name, '/images/x.webp', people.email, people.display_name, '+49 30 1234567',
      'Dock Road 1, 20457 Hamburg', 1000, 2.5, 250000, s.state, case when s.state in ('paid', 'shipped') then 'pi_0000' || numbered.n end,
      case when s.state in ('paid', 'shipped') then now() - numbered.n % 730 * interval '1 day' - numbered.n % 1440 * interval '1 minute' end, case when numbered.n % 4 = 0 then 'PO-' || numbered.n end
    from numbered
    join people on people.id = numbered.user_id
    join wares on wares.id = numbered.part_id
    cross join lateral (
      select case when numbered.n % 100 < 90 then 'shipped' when numbered.n % 100 < 94 then 'paid' when numbered.n % 100 < 97 then 'unpaid' else 'cancelled' end as state
    ) as s`,
    [count, ORDERS_EACH, PARTS],
  )
  await sql.query('alter table orders enable trigger user')
  await sql.query('alter table parcels disable trigger user')
  await sql.query(
    `insert into parcels (order_id, quantity, carrier, tracking_number, shipped_at)
     select id, quantity, 'ups', '1Z999AA1' || lpad(position::text, 10, '0'), paid_at from orders where state = 'shipped'`,
  )
  await sql.query('alter table parcels enable trigger user')
}
