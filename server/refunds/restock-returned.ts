import { eq, sql } from 'drizzle-orm'
import { formatCount } from '#contract/basics/figures.ts'
import type { Transaction } from '#database/connect.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import type { Caller } from '../platform/http/caller.ts'

type Restocked = {
  pieces: number
  /** Id of the refund or the return: the ledger has it once. */
  ref: string
  /** Of these, pieces that had been sent and are counted in no return yet. */
  back: number
  /** Pieces that are withdrawn at the same time: the first that return to stock. */
  withdrawn: number
}

/** Pieces of an order that were sent and are neither back nor in a return. */
export const returnableOf = ({ state, quantity, parceledPieces, withdrawnPieces, returnedPieces }: OrderRow) =>
  (state === 'shipped' ? quantity - withdrawnPieces : parceledPieces) - returnedPieces

/** Returns pieces that came back, or were withdrawn, to stock, with the reason in the ledger. The order's row is locked. */
export async function restockReturned(
  tx: Transaction,
  admin: Caller,
  order: OrderRow,
  { pieces, back, ref, withdrawn }: Restocked,
): Promise<void> {
  await tx
    .update(orders)
    .set({
      returnedPieces: sql`${orders.returnedPieces} + ${back}`,
      restockedPieces: sql`${orders.restockedPieces} + ${pieces}`,
    })
    .where(eq(orders.id, order.id))
  const note = withdrawn > 0 ? `Withdrawn before they were sent: ${formatCount(Math.min(pieces, withdrawn))}` : ''
  await tx
    .update(parts)
    .set({ available: sql`${parts.available} + ${pieces}` })
    .where(eq(parts.id, order.partId))
  await tx
    .insert(stockMoves)
    .values({ partId: order.partId, delta: pieces, kind: 'restock', ref, reason: 'returned', note, actorId: admin.userId })
}
