import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'

/**
 * Ships a partly sent order whose remaining pieces were withdrawn. It is delivered, too, when all its parcels are. The order's row is
 * locked. The customer gets no mail of shipping: each parcel had its own.
 */
export async function closeSentOrder(tx: Transaction, orderId: string): Promise<OrderRow> {
  const isOnItsWay = sql`exists (select from parcels where order_id = ${orderId}::uuid and delivered_at is null)`
  const [closed] = await tx
    .update(orders)
    .set({ state: 'shipped', shippedAt: sql`now()`, deliveredAt: sql`case when not ${isOnItsWay} then now() end` })
    .where(eq(orders.id, orderId))
    .returning()
  return closed! // the row is locked, so it exists
}
