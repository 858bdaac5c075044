import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '#database/connect.ts'
import { holds } from '#database/tables/orders.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'

/** Maximum holds per transaction of the sweeper, which limits how long it locks. */
const BATCH = 100

/**
 * Returns the pieces of live holds to stock, once for each hold. Parts are updated in the order of their ids, otherwise two
 * releases could deadlock. Returns the number of holds released.
 */
export async function releaseHolds(tx: Transaction, which: SQL | undefined): Promise<number> {
  const released = await tx
    .update(holds)
    .set({ state: 'released' })
    .where(and(eq(holds.state, 'held'), which))
    .returning({ id: holds.id, partId: holds.partId, quantity: holds.quantity })
  const byPart = released.toSorted((a, b) => a.partId.localeCompare(b.partId))
  for (const { id, partId, quantity } of byPart) {
    await tx
      .update(parts)
      .set({ available: sql`${parts.available} + ${quantity}` })
      .where(eq(parts.id, partId))
    await tx.insert(stockMoves).values({ partId, delta: quantity, kind: 'release', ref: id })
  }
  return released.length
}

/** Releases expired holds, by the database's clock. Several processes may run it concurrently. */
export async function releaseExpiredHolds(db: Database): Promise<number> {
  for (let total = 0; ;) {
    const released = await transaction(db, async (tx) => {
      const isExpired = and(eq(holds.state, 'held'), sql`${holds.expiresAt} <= now()`)
      // A separate statement: as a subquery it may be evaluated again for each row, and its limit with it.
      const expired = await tx.select({ id: holds.id, partId: holds.partId }).from(holds).where(isExpired).limit(BATCH)
      const partIds = expired.map(({ partId }) => partId)
      const holdIds = expired.map(({ id }) => id)
      // Parts before their holds, the lock order of replacing a hold and of removing a part; otherwise they could deadlock.
      await tx.select({ id: parts.id }).from(parts).where(inArray(parts.id, partIds)).orderBy(asc(parts.id)).for('no key update')
      const stillExpired = and(inArray(holds.id, holdIds), isExpired)
      const free = await tx.select({ id: holds.id }).from(holds).where(stillExpired).for('update', { skipLocked: true })
      const freeIds = free.map(({ id }) => id)
      return releaseHolds(tx, inArray(holds.id, freeIds))
    })
    total += released
    if (released < BATCH) return total
  }
}
