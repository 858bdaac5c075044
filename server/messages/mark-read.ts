import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { orderMessages } from '#database/tables/order-messages.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { seenBy } from '../orders/lists/find-orders.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Caller } from '../platform/http/caller.ts'
import { sideOf } from './present-message.ts'

/** Marks the other side's messages as read. For the shop, one admin reads for all. @throws ShopError NOT_FOUND */
export async function markRead(db: Database, caller: Caller, orderId: string): Promise<number> {
  const [order] = await db
    .select({ ownerId: orders.userId })
    .from(orders)
    .where(and(eq(orders.id, orderId), seenBy(caller)))
  if (!order) throw new ShopError('NOT_FOUND')
  const unread = and(
    eq(orderMessages.orderId, orderId),
    ne(orderMessages.side, sideOf(caller, order.ownerId)),
    isNull(orderMessages.readAt),
  )
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    const { rowCount } = await tx
      .update(orderMessages)
      .set({ readAt: sql`now()` })
      .where(unread)
    return rowCount ?? 0
  })
}
