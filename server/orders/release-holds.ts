import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '#database/connect.ts'
import { holds } from '#database/tables/orders.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { crashPoint } from '../platform/crash-point.ts'

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
    await tx
      .update(parts)
      .set({ available: sql`${parts.available} + ${quantity}` })
      .where(eq(parts.id, partId))
    await tx.insert(stockMoves).values({ partId, delta: quantity, kind: 'release', ref: id })
  }
  return released.length
}

/** Gives back what was held for longer than 15 minutes, by the database's clock. Safe to run in several shops at once. */
export async function releaseExpiredHolds(db: Database): Promise<number> {
  for (let total = 0; ;) {
    const released = await transaction(db, async (tx) => {
      const isExpired = and(eq(holds.state, 'held'), sql`${holds.expiresAt} <= now()`)
      // By itself, because as a subquery it may be read again for each row, and its limit with it.
      const expired = await tx.select({ id: holds.id, partId: holds.partId }).from(holds).where(isExpired).limit(BATCH)
      // Parts before their holds, as whoever replaces a hold or removes a part locks them: otherwise the two could deadlock.
      const theirParts = inArray(
        parts.id,
        expired.map(({ partId }) => partId),
      )
      await tx.select({ id: parts.id }).from(parts).where(theirParts).orderBy(asc(parts.id)).for('no key update')
      const free = await tx
        .select({ id: holds.id })
        .from(holds)
        .where(
          and(
            inArray(
              holds.id,
              expired.map(({ id }) => id),
            ),
            isExpired,
          ),
        )
        .for('update', { skipLocked: true })
      return releaseHolds(
        tx,
        inArray(
          holds.id,
          free.map(({ id }) => id),
        ),
      )
    })
    total += released
    if (released < BATCH) return total
  }
}
