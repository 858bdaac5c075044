import type { PaidCard } from '#contract/orders/order-card.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { findOrder } from '../orders/lists/find-orders.ts'

/**
 * Asks the provider for the card that an order was paid with: the shop itself keeps nothing of cards.
 * @throws ShopError NOT_FOUND
 * @throws ProviderUnavailable
 */
export async function findPaidCard(
  { db, payments }: Pick<Services, 'db' | 'payments'>,
  caller: Caller,
  orderId: string,
): Promise<PaidCard | null> {
  const { transactionId, paidBy } = await findOrder(db, caller, orderId, { cancelled: true })
  if (paidBy !== 'card') return null
  return (await payments.findCard(transactionId)) ?? null
}
