import { asc, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import type { orders } from '#database/tables/orders.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { releasePromises } from '../promises/release-promises.ts'

type OrderedPieces = Pick<
  typeof orders.$inferSelect,
  'id' | 'partId' | 'quantity' | 'madePieces' | 'promised' | 'withdrawnPieces' | 'holdId'
>

/**
 * Returns the pieces of cancelled or refunded orders to stock, once for each hold, which the ledger enforces. Pieces made to order
 * never were in stock; what was promised of them is free for others. Withdrawn ones were handled by the withdrawal. A discontinued part keeps its stock and its ledger.
 */
export async function returnPieces(tx: Transaction, which: OrderedPieces[]): Promise<void> {
  const waiting = which.filter(({ promised }) => promised !== null)
  if (waiting.length > 0) {
    await lockParts(tx, [...new Set(which.map(({ partId }) => partId))])
    await releasePromises(
      tx,
      waiting.map(({ id, madePieces }) => ({ orderId: id, pieces: madePieces })),
    )
  }
  const taken = which.map((order) => ({ ...order, quantity: takenOf(order) })).filter(({ quantity }) => quantity > 0)
  if (taken.length === 0) return
  const pieces = new Map<string, number>()
  for (const { partId, quantity } of taken) pieces.set(partId, (pieces.get(partId) ?? 0) + quantity)
  if (pieces.size > 1) await lockParts(tx, Array.from(pieces.keys()))
  const returned = Array.from(pieces, ([id, quantity]) => ({ id, quantity }))
  await tx.execute(sql`
    update parts set available = available + returned.quantity
    from jsonb_to_recordset(${JSON.stringify(returned)}::jsonb) as returned(id uuid, quantity bigint)
    where parts.id = returned.id`)
  await tx
    .insert(stockMoves)
    .values(taken.map(({ partId, quantity, holdId }) => ({ partId, delta: quantity, kind: 'cancel' as const, ref: holdId })))
}

/** Pieces that the order took out of stock and still has. Pieces made to order are withdrawn first. */
const takenOf = ({ quantity, madePieces, withdrawnPieces }: OrderedPieces) =>
  quantity - madePieces - Math.max(withdrawnPieces - madePieces, 0)

/** In the order of their ids, as in every transaction; otherwise two could deadlock. */
export const lockParts = (tx: Transaction, ids: string[]) =>
  tx.select({ id: parts.id }).from(parts).where(inArray(parts.id, ids)).orderBy(asc(parts.id)).for('no key update')
