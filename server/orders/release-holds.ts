import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '#database/connect.ts'
import { holds } from '#database/tables/orders.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { crashPoint } from '../crash-point.ts'

/** Most holds that one transaction of the sweeper gives back, so that it never locks for long. */
const BATCH = 100

/**
 * Gives the pieces of live holds back to stock, each hold once. Parts are updated in the order of their ids,
 * otherwise two releases could deadlock. Answers with the number of holds released.
 */
export async function releaseHolds(tx: Transaction, which: SQL | undefined): Promise<number> {
  const released = await tx
    .update(holds)
    .set({ state: 'released' })
    .where(and(eq(holds.state, 'held'), which))
    .returning({ id: holds.id, partId: holds.partId, quantity: holds.quantity })
  if (released.length > 0) crashPoint('release: begun')
  const byPart = released.toSorted((a, b) => a.partId.localeCompare(b.partId))
  for (const { id, partId, quantity } of byPart) {
    await tx.update(parts).set({ available: sql`${parts.available} + ${quantity}` }).where(eq(parts.id, partId))
    await tx.insert(stockMoves).values({ partId, delta: quantity, kind: 'release', ref: id })
  }
  return released.length
}

/** Gives back what was held for longer than 15 minutes, by the database's clock. Safe to run in several shops at once. */
export async function releaseExpiredHolds(db: Database): Promise<number> {
  for (let total = 0; ; ) {
    const released = await transaction(db, async (tx) => {
      // By itself, because as a subquery it may be read again for each row, and its limit with it.
      const expired = await tx
        .select({ id: holds.id })
        .from(holds)
        .where(and(eq(holds.state, 'held'), sql`${holds.expiresAt} <= now()`))
        .limit(BATCH)
        .for('update', { skipLocked: true })
      return releaseHolds(tx, inArray(holds.id, expired.map(({ id }) => id)))
    })
    total += released
    if (released < BATCH) return total
  }
}
