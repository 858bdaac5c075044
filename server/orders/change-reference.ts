import { eq } from 'drizzle-orm'
import { orderChangeMessages } from '#contract/orders/order-change-messages.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Database } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { setEventActor } from './set-event-actor.ts'
import { lockOrder } from './lock-order.ts'
import { presentOrder } from './lists/present-order.ts'

/**
 * Changes the buyer's own number for an order, in any state; the timeline keeps the earlier one.
 * @throws ShopError NOT_FOUND; REFERENCE_CHANGED with the current reference, when that is not `seen`.
 */
export async function changeReference(
  db: Database,
  who: Caller,
  orderId: string,
  { reference, seen }: { reference: string; seen: string },
): Promise<Order> {
  const wanted = reference.trim() || null
  return transaction(db, async (tx) => {
    const { order } = await lockOrder(tx, who, orderId)
    await setEventActor(tx, who)
    if (order.reference === wanted) return presentOrder(order)
    const before = order.reference ?? ''
    if (before !== seen) throw new ShopError('REFERENCE_CHANGED', { message: orderChangeMessages.referenceChangedTo(before) })
    const [row] = await tx.update(orders).set({ reference: wanted }).where(eq(orders.id, orderId)).returning()
    if (who.role === 'admin') await writeAudit(tx, who, 'change-reference', orderId, { reference: wanted ?? '', referenceBefore: before })
    return presentOrder(row!) // the row is locked, so it exists
  })
}
