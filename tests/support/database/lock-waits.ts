import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database, Transaction } from '#database/connect.ts'
import { transaction } from '#database/transaction.ts'

/** Waits until this many connections to the database of a test wait for a lock. */
export async function untilWaiting(db: Database, count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await db.execute(sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return rows.length
  }
  await expect.poll(waiting, { interval: 10 }).toBe(count)
}

/** Takes the locks of `work`, in a separate transaction, until the returned function is called. */
export async function lockUntilReleased(db: Database, work: (tx: Transaction) => Promise<unknown>): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const locking = transaction(db, async (tx) => {
    await work(tx)
    isLocked.resolve()
    await released.promise
  })
  await isLocked.promise
  return () => (released.resolve(), locking)
}
