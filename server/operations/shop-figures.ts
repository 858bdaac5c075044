import { sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'

/** The figures are counted at most once in this time, however often they are asked for. */
const KEPT_MS = 10_000
/** Counting must never be what the database is busy with. */
const TIME_LIMIT_MS = 2_000

/** How the shop stands. Counts, and ages in seconds. */
export type ShopFigures = {
  mails: { waiting: number; oldestSeconds: number; unknown: number; failed: number }
  paymentEvents: { open: number; oldestSeconds: number }
  liveHolds: number
  refundsOpen: number
  orders: Record<'unpaid' | 'cancelling' | 'cancelled' | 'paid' | 'shipped', number>
  /** How far this process's clock is ahead of the database's. */
  clockAheadSeconds: number
}

/** Reads the figures; the last ones again within ten seconds, undefined while the database does not give them. */
export function readShopFigures(db: Database): () => Promise<ShopFigures | undefined> {
  let kept: { at: number; figures: Promise<ShopFigures | undefined> } | undefined
  return () => {
    if (!kept || performance.now() - kept.at > KEPT_MS) {
      kept = { at: performance.now(), figures: count(db).catch(() => undefined) }
    }
    return kept.figures
  }
}

async function count(db: Database): Promise<ShopFigures> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', ${String(TIME_LIMIT_MS)}, true)`)
    const { rows } = await tx.execute<{ figures: Omit<ShopFigures, 'clockAheadSeconds'>; now: number }>(sql`
      select extract(epoch from clock_timestamp())::float8 as now, json_build_object(
        'mails', (
          select json_build_object(
            'waiting', count(*) filter (where run_after is not null and failed_at is null),
            'oldestSeconds', coalesce(extract(epoch from now() - min(created_at)
              filter (where run_after is not null and failed_at is null)), 0),
            'unknown', count(*) filter (where run_after is null and failed_at is null),
            'failed', count(*) filter (where failed_at is not null))
          from mails where sent_at is null),
        'paymentEvents', (
          select json_build_object(
            'open', count(*), 'oldestSeconds', coalesce(extract(epoch from now() - min(received_at)), 0))
          from payment_events where handled_at is null),
        'liveHolds', (select count(*) from holds where state = 'held'),
        'refundsOpen', (select count(*) from refunds where done_at is null),
        'orders', (
          select json_object_agg(state, count)
          from (
            select known.state, count(orders.id)
            from unnest(array['unpaid', 'cancelling', 'cancelled', 'paid', 'shipped']) as known(state)
            left join orders on orders.state = known.state
            group by known.state
          ) as by_state)
      ) as figures`)
    const { figures, now } = rows[0]! // a select without from has one row
    return { ...figures, clockAheadSeconds: Date.now() / 1_000 - now }
  })
}
