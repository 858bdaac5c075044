import type pg from 'pg'
import { findBest } from '../../server/reports/find-best.ts'
import { findOpenWork } from '../../server/reports/find-open-work.ts'
import { readSettings } from '../../server/platform/settings/settings.ts'
import { findSales } from '../../server/reports/find-sales.ts'
import { totalUpSales } from '../../server/reports/total-up-sales.ts'
import { listCustomers } from '../../server/customers/list-customers.ts'
import { listAllQuotes } from '../../server/quotes/voiding/list-all-quotes.ts'
import { listMissed } from '../../server/searches/list-missed.ts'
import { addPaidOrders } from './find-orders.ts'
import { byVerb, calm, close, grown, openGrown } from './growth.ts'
import { compare } from './measure.ts'
import type { Section } from './sections.ts'

const MANY = 1_000_000
const FEW = 1_000
/** What an admin waits for the overview, 99 of 100 times. */
const LIMIT_MS = 300

/** The admins' first screen among a million orders of two years beside a thousand. */
export const overview: Section = async (world, plan) => {
  const few = await openGrown(world, 'few_sold', (sql) => addSales(sql, FEW))
  const many = await openGrown(world, 'many_sold', (sql) => addSales(sql, MANY))
  try {
    const startedAt = performance.now()
    await totalUpSales(many.db)
    const totalsNote = `all totals in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s, once`
    await totalUpSales(few.db)
    const rows = []
    const reads: Record<string, (grownOne: typeof many) => Promise<unknown>> = {
      'open work': ({ db }) => findOpenWork(db, readSettings({})),
      'sales by day': ({ db }) => findSales(db, 'day', 'Europe/Berlin'),
      'sales by month': ({ db }) => findSales(db, 'month', 'Europe/Berlin'),
      'best parts and customers': ({ db }) => findBest(db),
      customers: ({ db }) => listCustomers(db, {}),
      'customers of a name': ({ db }) => listCustomers(db, { q: 'greta' }),
      'all quotes': ({ db }) => listAllQuotes(db, {}),
      'quotes not ordered': ({ db }) => listAllQuotes(db, { state: 'missed' }),
      'searches without a hit': ({ db }) => listMissed(db, {}),
    }
    for (const [what, read] of Object.entries(reads)) {
      const { large, small } = await compare({ large: byVerb(world, () => read(many)), small: byVerb(world, () => read(few)) }, calm(plan))
      const row = grown(`Overview of 1,000,000 orders: ${what}`, 'of 1,000', large, small, LIMIT_MS)
      rows.push({ ...row, measured: large.p99, note: `${row.note}; slowest of a hundred ${large.p99.toFixed(1)} ms; ${totalsNote}` })
    }
    return rows
  } finally {
    await close(few, many)
  }
}

/** The orders, a quote of two lines for ten of them, half of which have expired, and a text without a hit for twenty. */
async function addSales(sql: pg.Client, orders: number): Promise<void> {
  await addPaidOrders(sql, orders)
  await sql.query(
    `with people as (select id, row_number() over (order by email) - 1 as n from users),
      made as (
        insert into quotes (user_id)
        select people.id from generate_series(1, $1::int / 10) as number join people on people.n = number % ($1 / 20) returning id, position
      ), versions as (
        insert into quote_versions (quote_id, version, total_cents, valid_until)
        select id, 1, 500000, now() + (position % 60 - 30) * interval '1 day' from made
      )
    insert into quote_lines (quote_id, version, row, text, asked, status, part_id, part_number, part_name, quantity, unit_price, total_cents, lead_days)
    select made.id, 1, row, '', '', 'matched', part.id, part.part_number, part.name, 1000, 2.5, 250000, 2
    from made cross join generate_series(1, 2) as row cross join (select id, part_number, name from parts limit 1) as part`,
    [orders],
  )
  await sql.query(
    `insert into missed_searches select current_date - n % 90, 'search', 'text' || n, 'text ' || n, 1 + n % 7 from generate_series(1, $1::int / 20) as n`,
    [orders],
  )
}
