import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, beforeEach } from 'vitest'
import { TEST_LIMIT_MS } from './hang-limit.ts'

const DAY_MS = 86_400_000

/** Wait of a test that starts at this time, so that it starts and ends on the same day. */
export function msUntilDayIsLong(now: number): number {
  const left = DAY_MS - (now % DAY_MS)
  return left > TEST_LIMIT_MS ? 0 : left + 1_000
}

/** Waits for the next day, by UTC, when the current one ends within the time that a test may take. Most days no test does. */
const waitForDay = () => delay(msUntilDayIsLong(Date.now()))

// Files that ask for the day ask in a test or hook.
beforeAll(waitForDay, 2 * TEST_LIMIT_MS)
beforeEach(waitForDay, 2 * TEST_LIMIT_MS)
