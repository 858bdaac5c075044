import { and, inArray, sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import type { Confirmed } from './crash-load.ts'

/** What was confirmed to a buyer and the shop does not know. */
export async function lost(db: Database, { orders: placed, paid, cancelled }: Confirmed): Promise<string[]> {
  const missing = async (ids: string[], states?: ('paid' | 'cancelled')[]) => {
    const found = await db
      .select({ id: orders.id })
      .from(orders)
      .where(and(inArray(orders.id, ids), states && inArray(orders.state, states)))
    const known = new Set(found.map(({ id }) => id))
    return ids.filter((id) => !known.has(id))
  }
  return (await Promise.all([missing(placed), missing(paid, ['paid']), missing(cancelled, ['cancelled'])])).flat()
}

/** Orders for which the processor has kept more than one payment. */
export async function chargedTwice(db: Database): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select order_id from sandbox.intents where status = 'succeeded' and refunded_at is null group by order_id having count(*) > 1`)
  return rows
}
