import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'
import { ShopError } from '../errors.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Caller } from '../platform/http/caller.ts'
import { billOfOrder, lockGroupBill, type Bill } from './bill.ts'
import { seenBy } from './lists/find-orders.ts'

/**
 * An order with its bill, locked until the transaction ends, for a caller whose session or key has not ended. The first statement of its
 * transaction.
 * @throws ShopError SIGN_IN_NEEDED; NOT_FOUND for an unknown order or another customer's.
 */
export async function lockOrder(tx: Transaction, who: Caller, orderId: string): Promise<{ bill: Bill; order: OrderRow }> {
  await requireLiveCaller(tx, who)
  const meant = and(eq(orders.id, orderId), seenBy(who))
  const [single] = await tx
    .select()
    .from(orders)
    .where(and(meant, isNull(orders.groupId)))
    .for('update')
  if (single) return { bill: billOfOrder(single), order: single }
  const [grouped] = await tx
    .select({ groupId: orders.groupId })
    .from(orders)
    .where(and(meant, isNotNull(orders.groupId)))
  const bill = grouped?.groupId ? await lockGroupBill(tx, grouped.groupId) : undefined
  const order = bill?.orders.find(({ id }) => id === orderId)
  if (!bill || !order) throw new ShopError('NOT_FOUND')
  return { bill, order }
}
