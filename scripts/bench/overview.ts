import { findBest } from '#server/reports/find-best.ts'
import { findOpenWork } from '#server/reports/find-open-work.ts'
import { findSales } from '#server/reports/find-sales.ts'
import { totalUpSales } from '#server/reports/total-up-sales.ts'
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
  const few = await openGrown(world, 'few_sold', (sql) => addPaidOrders(sql, FEW))
  const many = await openGrown(world, 'many_sold', (sql) => addPaidOrders(sql, MANY))
  try {
    const startedAt = performance.now()
    await totalUpSales(many.db)
    const totalsNote = `all totals in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s, once`
    await totalUpSales(few.db)
    const rows = []
    const reads: Record<string, (grownOne: typeof many) => Promise<unknown>> = {
      'open work': ({ db }) => findOpenWork(db),
      'sales by day': ({ db }) => findSales(db, 'day', 'Europe/Berlin'),
      'sales by month': ({ db }) => findSales(db, 'month', 'Europe/Berlin'),
      'best parts and customers': ({ db }) => findBest(db),
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
