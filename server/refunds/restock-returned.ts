import { eq, sql } from 'drizzle-orm'
import { refundMessages } from '#contract/payments/refunds.ts'
import type { Transaction } from '#database/connect.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { invalidField } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'

type Restocked = {
  pieces: number
  /** Id of the refund or the return: the ledger has it once. */
  ref: string
  /** The pieces are counted in a return already. */
  isInReturn: boolean
}

/** Pieces of an order that were sent and are neither back nor in a return. */
export const returnableOf = ({ state, quantity, parceledPieces, returnedPieces }: OrderRow) =>
  (state === 'shipped' ? quantity : parceledPieces) - returnedPieces

/**
 * Returns pieces that came back to stock, with the reason in the ledger. The order's row is locked.
 * @throws ShopError INVALID_INPUT at `restock` for more pieces than can come back.
 */
export async function restockReturned(
  tx: Transaction,
  admin: Caller,
  order: OrderRow,
  { pieces, ref, isInReturn }: Restocked,
): Promise<void> {
  const returnable = returnableOf(order)
  if (!isInReturn && pieces > returnable) throw invalidField('restock', refundMessages.restockTooMany(returnable))
  await tx
    .update(orders)
    .set({
      returnedPieces: sql`${orders.returnedPieces} + ${isInReturn ? 0 : pieces}`,
      restockedPieces: sql`${orders.restockedPieces} + ${pieces}`,
    })
    .where(eq(orders.id, order.id))
  await tx
    .update(parts)
    .set({ available: sql`${parts.available} + ${pieces}` })
    .where(eq(parts.id, order.partId))
  await tx
    .insert(stockMoves)
    .values({ partId: order.partId, delta: pieces, kind: 'restock', ref, reason: 'returned', actorId: admin.userId })
}
