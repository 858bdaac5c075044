import { sql } from 'drizzle-orm'
import { API_KEY_CALLS_PER_MINUTE } from '#contract/basics/limits.ts'
import type { Database } from '#database/connect.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { rateLimits } from '#database/tables/identity.ts'
import { ShopError } from '../errors.ts'

const WINDOW_MS = 60_000
/**
 * Calls that a process reserves with one statement and then counts in memory: one write for ten calls. The limit is a
 * multiple of it; with several processes a key may get up to nine calls fewer per process, never more.
 */
const BATCH = 10
/** Keys in memory before expired ones are removed. */
const MANY_KEYS = 1_000

/** The rest of a batch. `usedUp`: the database has no more for this minute. Times in ms of `clock`. */
type Allowance = { left: number; usedUp: boolean; endsAt: number }

/** @throws ShopError TOO_MANY_REQUESTS, with the seconds until the minute ends. */
export type CountKeyCall = (apiKeyId: string) => Promise<void>

/**
 * Counts the calls of each key, per minute, over all processes of the shop.
 * @param clock monotonic milliseconds; the minutes themselves are the database's.
 */
export function limitKeyCalls(db: Database, clock = () => performance.now()): CountKeyCall {
  const allowances = new Map<string, Allowance>()
  const underway = new Map<string, Promise<void>>()

  const take = async (apiKeyId: string) => {
    const asked = clock()
    const [row] = await takeBunch(db).execute({ key: `api-key-calls|${apiKeyId}` })
    const { count, waitMs } = row! // the upsert always yields its row
    if (allowances.size >= MANY_KEYS) forgetEnded(allowances, asked)
    const usedUp = count > API_KEY_CALLS_PER_MINUTE
    allowances.set(apiKeyId, { left: usedUp ? 0 : BATCH, usedUp, endsAt: asked + Number(waitMs) })
  }
  /** Waiting calls share one statement: a batch per call would use up the minute. */
  const takeOnce = (apiKeyId: string) => {
    const running = underway.get(apiKeyId) ?? take(apiKeyId).finally(() => underway.delete(apiKeyId))
    underway.set(apiKeyId, running)
    return running
  }

  return async (apiKeyId) => {
    for (;;) {
      const allowance = allowances.get(apiKeyId)
      const msLeft = allowance ? allowance.endsAt - clock() : 0
      if (allowance && msLeft > 0) {
        if (allowance.usedUp) throw new ShopError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(msLeft / 1_000) })
        if (allowance.left > 0) {
          allowance.left -= 1
          return
        }
      }
      await takeOnce(apiKeyId)
    }
  }
}

function forgetEnded(allowances: Map<string, Allowance>, now: number): void {
  for (const [apiKeyId, { endsAt }] of allowances) if (endsAt <= now) allowances.delete(apiKeyId)
}

const nowMs = sql`(extract(epoch from now()) * 1000)::bigint`
const isOver = sql`${rateLimits.lastRequest} <= ${nowMs} - ${WINDOW_MS}::bigint`

const takeBunch = preparedOnce('take_key_calls', (db) =>
  db
    .insert(rateLimits)
    .values({ key: sql.placeholder('key'), count: BATCH, lastRequest: nowMs })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then ${BATCH}::int else ${rateLimits.count} + ${BATCH}::int end`,
        lastRequest: sql`case when ${isOver} then ${nowMs} else ${rateLimits.lastRequest} end`,
      },
    })
    .returning({
      count: rateLimits.count,
      waitMs: sql<string>`greatest(${rateLimits.lastRequest} + ${WINDOW_MS}::bigint - ${nowMs}, 1)`,
    }),
)
