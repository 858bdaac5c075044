import { and, eq, sql } from 'drizzle-orm'
import type { Order } from '#contract/orders/orders.ts'
import type { Database } from '#database/connect.ts'
import { orderGroups, orders } from '#database/tables/orders.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { presentOrder } from '../orders/lists/present-order.ts'
import type { Services } from '../services.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Takes a browser's report of a payment as a hint, not as proof: the provider is asked about the intent recorded for this
 * order or its group. Repeating is harmless; `modifiedCount` is 1 when this call made the order paid.
 * @throws ShopError NOT_FOUND for an unknown order or another customer's; PAYMENT_NOT_FOUND when the transaction is not the
 *   one recorded for this order; PAYMENT_NOT_COMPLETED while there is no money, or it had to be refunded.
 * @throws ProviderUnavailable
 */
export async function reportPayment(
  services: Services,
  caller: Caller,
  orderId: string,
  transactionId: string,
): Promise<{ modifiedCount: number; order: Order }> {
  const { order, openIntent } = await ownOrder(services.db, caller, orderId)
  if ((order.transactionId ?? openIntent) !== transactionId) throw new ShopError('PAYMENT_NOT_FOUND')
  if (order.transactionId) return { modifiedCount: 0, order: presentOrder(order) }

  const settlement = await settlePayment(services, transactionId)
  const { order: settled } = await ownOrder(services.db, caller, orderId)
  if (settled.transactionId !== transactionId) throw new ShopError('PAYMENT_NOT_COMPLETED')
  return { modifiedCount: settlement === 'paid' ? 1 : 0, order: presentOrder(settled) }
}

type OwnOrder = { order: typeof orders.$inferSelect; openIntent: string | null }

async function ownOrder(db: Database, caller: Caller, orderId: string): Promise<OwnOrder> {
  const [own] = await db
    .select({ order: orders, openIntent: sql<string | null>`coalesce(${orders.paymentIntent}, ${orderGroups.paymentIntent})` })
    .from(orders)
    .leftJoin(orderGroups, eq(orderGroups.id, orders.groupId))
    .where(and(eq(orders.id, orderId), eq(orders.userId, caller.userId)))
  if (!own) throw new ShopError('NOT_FOUND')
  return own
}
