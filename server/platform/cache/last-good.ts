import { setTimeout as delay } from 'node:timers/promises'
import type { Availability } from '#database/availability.ts'
import { isDatabaseBusy } from '#database/database-trouble.ts'
import type { MicroCache } from './micro-cache.ts'
import type { ReadyAnswer } from './ready-answer.ts'

/** The largest age of an answer that is served while the database is away. */
export const LAST_GOOD_MS = 15 * 60_000
/** When the database has not answered a page for so long, it is asked whether it is there. */
const DOUBT_AFTER_MS = 500

/**
 * A cache that serves the last good value while the database is away or fails, at most `LAST_GOOD_MS` old. What has such a value does not
 * wait for a database that is known to be away. Decision 76.
 * @param mark makes an old value known as such to whoever gets it
 */
export function withLastGood<T extends {}>(
  cache: MicroCache<T>,
  availability: Availability,
  mark: (value: T, ageMs: number) => T,
): MicroCache<T> {
  return {
    ...cache,
    get(key, make) {
      const last = cache.peek(key) === undefined ? cache.last(key) : undefined
      if (!last || last.ageMs > LAST_GOOD_MS) return cache.get(key, make)
      const lastGood = mark(last.value, last.ageMs)
      return availability.isAway ? lastGood : valueOr(lastGood, cache.get(key, make), availability)
    },
  }
}

/** The new value; the last good one if the database fails meanwhile, or is found to be away. */
async function valueOr<T>(lastGood: T, making: T | Promise<T>, availability: Availability): Promise<T> {
  const made = new AbortController()
  const onceAway = async () => {
    await delay(DOUBT_AFTER_MS, undefined, { ref: false, signal: made.signal })
    return (await availability.answers()) ? making : lastGood
  }
  try {
    return await Promise.race([making, onceAway()])
  } catch (error) {
    if (isDatabaseBusy(error)) return lastGood
    throw error
  } finally {
    made.abort()
  }
}

/** Says how old an answer is, so that nothing else stores it (RFC 9111, RFC 9211). */
export function markOld(answer: ReadyAnswer, ageMs: number): ReadyAnswer {
  const seconds = Math.floor(ageMs / 1_000)
  const status = `Teleforge; hit; ttl=-${seconds}; detail="the database does not answer"`
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store', age: String(seconds), 'cache-status': status } }
}
