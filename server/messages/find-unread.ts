import { and, desc, eq, isNull, max, or, sql } from 'drizzle-orm'
import type { CallResponse } from '#contract/basics/call.ts'
import type { orderMessageCalls } from '#contract/orders/order-messages.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import type { Queryable } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { orderMessages } from '#database/tables/order-messages.ts'
import type { Caller } from '../platform/http/caller.ts'

const LISTED = 50

/** The caller's unread messages: from the shop about own orders; for admins also from all customers. */
export async function findUnread(db: Queryable, { userId, role }: Caller): Promise<CallResponse<typeof orderMessageCalls.unread>> {
  const ofShop = and(eq(orderMessages.side, 'shop'), eq(orders.userId, userId))
  const ofCustomers = and(eq(orderMessages.side, 'customer'), sql`${orders.userId} <> ${userId}::uuid`)
  const rows = await db
    .select({
      _id: orders.id,
      position: orders.position,
      name: orders.partName,
      unread: sql<number>`count(*)::int`,
      all: sql<number>`(sum(count(*)) over ())::int`,
    })
    .from(orderMessages)
    .innerJoin(orders, eq(orders.id, orderMessages.orderId))
    .where(and(isNull(orderMessages.readAt), role === 'admin' ? or(ofShop, ofCustomers) : ofShop))
    .groupBy(orders.id, orders.position, orders.partName)
    .orderBy(desc(max(orderMessages.position)))
    .limit(LISTED)
  return {
    count: rows[0]?.all ?? 0,
    orders: rows.map(({ position, all: _all, ...order }) => ({ ...order, number: orderNumber(position) })),
  }
}
