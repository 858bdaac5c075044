import { sql } from 'drizzle-orm'
import { orderStates, type OrderState } from '#contract/orders/order-states.ts'
import type { Database } from '#database/connect.ts'
import { readPublicly } from '#database/public-reading.ts'
import { openWork, type OpenWork } from './open-work.ts'

const KEPT_MS = 10_000
const LIMIT_MS = 2_000

export type ShopFigures = OpenWork & {
  orders: Record<OrderState, number>
  /** Difference of this process's clock to the database's. */
  clockAheadSeconds: number
}

/** Reads the figures, cached for ten seconds; undefined when the database does not return them. */
export function readShopFigures(db: Database): () => Promise<ShopFigures | undefined> {
  let kept: { at: number; figures: Promise<ShopFigures | undefined> } | undefined
  return () => {
    if (!kept || performance.now() - kept.at > KEPT_MS) {
      kept = { at: performance.now(), figures: countInTime(db) }
    }
    return kept.figures
  }
}

async function countInTime(db: Database): Promise<ShopFigures | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), LIMIT_MS)
  })
  return Promise.race([readPublicly(Infinity, () => count(db)).catch(() => undefined), timeUp]).finally(() => clearTimeout(timer))
}

async function count(db: Database): Promise<ShopFigures> {
  const { rows } = await db.execute<{ work: OpenWork; orders: ShopFigures['orders']; now: number }>(sql`
    select extract(epoch from clock_timestamp())::float8 as now, ${openWork} as work, (
      select json_object_agg(state, count)
      from (
        select known.state, count(orders.id)
        from unnest(${sql.param(orderStates)}::text[]) as known(state)
        left join orders on orders.state = known.state
        group by known.state
      ) as by_state
    ) as orders`)
  const { work, orders, now } = rows[0]! // a select without from has one row
  return { ...work, orders, clockAheadSeconds: Date.now() / 1_000 - now }
}
