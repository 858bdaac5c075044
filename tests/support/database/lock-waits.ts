import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '#database/connect.ts'

/** Waits until so many connections to the database of a test wait for a lock. */
export async function untilWaiting(db: Database, count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await db.execute(sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return rows.length
  }
  await expect.poll(waiting, { interval: 10 }).toBe(count)
}
