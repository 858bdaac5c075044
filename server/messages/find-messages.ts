import { and, asc, eq } from 'drizzle-orm'
import type { OrderMessage } from '#contract/orders/order-messages.ts'
import type { Queryable } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { orderMessages } from '#database/tables/order-messages.ts'
import { users } from '#database/tables/users.ts'
import { findOrder, seenBy } from '../orders/lists/find-orders.ts'
import type { Caller } from '../platform/http/caller.ts'
import { presentMessage } from './present-message.ts'

/** Oldest first. @throws ShopError NOT_FOUND */
export async function findMessages(db: Queryable, caller: Caller, orderId: string): Promise<OrderMessage[]> {
  await findOrder(db, caller, orderId, { cancelled: true })
  const rows = await db
    .select({ message: orderMessages, email: users.email, ownerId: orders.userId })
    .from(orderMessages)
    .innerJoin(orders, eq(orders.id, orderMessages.orderId))
    .innerJoin(users, eq(users.id, orderMessages.authorId))
    .where(and(eq(orderMessages.orderId, orderId), seenBy(caller)))
    .orderBy(asc(orderMessages.position))
  return rows.map((row) => presentMessage(caller, row))
}
