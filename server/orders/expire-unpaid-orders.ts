import { and, asc, eq } from 'drizzle-orm'
import { orders } from '#database/tables/orders.ts'
import type { Services } from '../services.ts'
import { cancelBill } from './cancel-order.ts'
import { isOverdue } from './finish-cancelling.ts'

/** Orders looked up at a time; each, or each group with all its orders, is cancelled in a transaction of its own. */
const BATCH = 100

/**
 * Cancels orders that nobody paid for in time, each like a customer would: money that arrives in this very moment wins.
 * Answers with the number cancelled. Safe to run in several shops at once.
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
    // Each leaves the state `unpaid`, whatever comes of it, so that the next look-up finds others.
    const bills = new Set(overdue.map(({ id, groupId }) => groupId ?? id))
    for (const billId of bills) cancelled += await cancelBill(services, billId)
    if (overdue.length < BATCH) return cancelled
  }
}
