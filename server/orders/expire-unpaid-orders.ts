import { and, asc, eq } from 'drizzle-orm'
import { orders } from '#database/tables/orders.ts'
import type { Services } from '../services.ts'
import { cancelBill } from './cancel-order.ts'
import { isOverdue } from './finish-cancelling.ts'

/** Orders per query; each order, or each group, is cancelled in a separate transaction. */
const BATCH = 100

/**
 * Cancels orders that were not paid by their deadline. If a payment succeeds at the same time, the order is paid. Returns the
 * number cancelled. Several processes may run it concurrently.
 */
export async function expireUnpaidOrders(services: Services): Promise<number> {
  const { db, settings } = services
  for (let cancelled = 0; ;) {
    const overdue = await db
      .select({ id: orders.id, groupId: orders.groupId })
      .from(orders)
      .where(and(eq(orders.state, 'unpaid'), isOverdue(settings)))
      .orderBy(asc(orders.placedAt))
      .limit(BATCH)
    // Each leaves the state `unpaid`, so the next query finds others.
    const bills = new Set(overdue.map(({ id, groupId }) => groupId ?? id))
    for (const billId of bills) cancelled += await cancelBill(services, billId)
    if (overdue.length < BATCH) return cancelled
  }
}
