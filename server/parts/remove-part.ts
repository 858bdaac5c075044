import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { releaseHolds } from './release-holds.ts'
import { holds } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { recordChanges } from './record-changes.ts'

/**
 * Removes a part from the catalogue. Its orders keep their own name, picture and price; held pieces go back into its stock.
 * Returns the number of parts removed.
 */
export async function removePart(db: Database, actor: Actor, partId: string): Promise<number> {
  return transaction(db, async (tx) => {
    const removed = await tx
      .update(parts)
      .set({ deletedAt: sql`now()` })
      .where(and(eq(parts.id, partId), isNull(parts.deletedAt)))
      .returning({ id: parts.id })
    if (removed.length === 0) return 0
    await releaseHolds(tx, eq(holds.partId, partId))
    await recordChanges(tx, actor, partId, { deletedAt: null }, { deletedAt: new Date() })
    await writeAudit(tx, actor, 'remove-part', partId)
    return removed.length
  })
}
