import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { CallBody } from '#contract/basics/call.ts'
import { formatCount } from '#contract/basics/figures.ts'
import { MINIMUM_ORDER } from '#contract/basics/limits.ts'
import { lowStockMessages as messages, type lowStockCalls } from '#contract/parts/low-stock.ts'
import type { DeskShow } from '#contract/parts/part-desk.ts'
import { reorderLevelOf, type StockState } from '#contract/parts/stock-states.ts'
import type { Database } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { recordText } from './record-changes.ts'

/** Pieces of the smallest order of a part of the table `parts`. */
export const minimumOrder = sql`coalesce(parts.minimum_order, ${MINIMUM_ORDER})`

/** The reorder level of a part. */
export const lowBelow = sql`coalesce(parts.low_stock_below, ${minimumOrder})`

/** Conditions of the table `parts` for the states of a stock. */
export const stockConditions: Record<StockState, SQL> = {
  soldOut: sql`parts.available <= 0`,
  belowMinimum: sql`parts.available > 0 and parts.available < ${minimumOrder}`,
  low: sql`parts.available < ${lowBelow}`,
}

/** Conditions of the table `parts` for what the desk shows alone. */
export const deskConditions: Record<DeskShow, SQL> = { ...stockConditions, noWeight: sql`parts.weight is null` }

/**
 * Sets the threshold below which a part's stock is low. `modifiedCount` is 0 when nothing changes.
 * @throws ShopError NOT_FOUND; INVALID_INPUT at `below` when it was changed concurrently.
 */
export async function setLowStock(
  db: Database,
  actor: Actor,
  partId: string,
  { below, seen }: CallBody<typeof lowStockCalls.set>,
): Promise<{ modifiedCount: 0 | 1 }> {
  return transaction(db, async (tx) => {
    const onSale = and(eq(parts.id, partId), isNull(parts.deletedAt))
    const [part] = await tx
      .select({ now: parts.lowStockBelow, minimumOrder: parts.minimumOrder })
      .from(parts)
      .where(onSale)
      .for('no key update')
    if (!part) throw new ShopError('NOT_FOUND')
    const { now } = part
    const usual = reorderLevelOf({ minimumOrder: part.minimumOrder })
    if (now === below) return { modifiedCount: 0 }
    if (now !== seen) throw invalidField('below', messages.changedTo(formatCount(now ?? usual)))
    await tx.update(parts).set({ lowStockBelow: below }).where(onSale)
    await recordText(tx, actor, partId, 'lowStockBelow', { before: now?.toString() ?? '', after: below?.toString() ?? '' })
    await writeAudit(tx, actor, 'set-low-stock', partId, { lowBelow: below ?? usual, lowBelowBefore: now ?? usual })
    return { modifiedCount: 1 }
  })
}
