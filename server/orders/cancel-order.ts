import { and, eq, sql } from 'drizzle-orm'
import { databaseNow, transaction, type Transaction } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { crashPoint } from '../crash-point.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import { orderCancelledLetter } from '../mail/letters.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { writeAudit } from '../operations/write-audit.ts'
import { openAttempt } from '../payments/open-attempt.ts'
import { ProviderUnavailable } from '../payments/provider.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings/settings.ts'
import { seenBy } from './find-orders.ts'
import { presentOrder } from './present-order.ts'

type OrderRow = typeof orders.$inferSelect

/** Nobody has paid for the order in the time that unpaid orders are given, by the database's clock. */
export const isOverdue = ({ unpaidOrderDays }: Pick<Settings, 'unpaidOrderDays'>) =>
  sql<boolean>`${orders.placedAt} <= now() - make_interval(days => ${unpaidOrderDays}::int)`

/**
 * Cancels an unpaid order of the caller's, or any as an admin or the shop itself; its pieces go back into stock.
 * `deletedCount` is 0 when it cannot be cancelled: paid, cancelled before, paid in this very moment, or its payment is
 * not provably ended yet. In the last case the order stays in `cancelling`, where it cannot be paid anew, and the
 * reconciler finishes it.
 * @throws ShopError NOT_FOUND, alike for unknown and foreign orders.
 */
export async function cancelOrder(
  services: Services,
  who: Caller | 'the shop',
  orderId: string,
): Promise<{ deletedCount: 0 | 1 }> {
  const { db, log } = services
  const state = await transaction(db, (tx) => beginCancelling(tx, services, who, orderId))
  crashPoint('cancel: begun')
  if (state !== 'cancelling') return { deletedCount: state === 'cancelled now' ? 1 : 0 }
  try {
    return { deletedCount: (await finishCancelling(services, orderId)) ? 1 : 0 }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ err: error, orderId }, 'an order stays in cancelling until the payment provider answers')
    return { deletedCount: 0 }
  }
}

async function beginCancelling(
  tx: Transaction,
  services: Services,
  who: Caller | 'the shop',
  orderId: string,
): Promise<OrderRow['state'] | 'cancelled now'> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), who === 'the shop' ? undefined : seenBy(who)))
    .for('update')
  if (!order) throw new ShopError('NOT_FOUND')
  if (order.state !== 'unpaid') return order.state
  if (who !== 'the shop' && who.role === 'admin') await writeAudit(tx, who, 'cancel-order', orderId)
  if (order.paymentAttempt === 0) {
    await markCancelled(tx, services, order)
    return 'cancelled now'
  }
  await tx.update(orders).set({ state: 'cancelling' }).where(eq(orders.id, orderId))
  return 'cancelling'
}

/**
 * Carries a begun cancellation on: ends the payment at the provider first, and gives the pieces back only when no money
 * can come any more. A payment that has succeeded meanwhile wins. Answers whether this call cancelled the order.
 * @throws ProviderUnavailable
 */
export async function finishCancelling(services: Services, orderId: string): Promise<boolean> {
  const { db, payments } = services
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (order?.state !== 'cancelling') return false

  // An intent may have been opened and not recorded; opening it again tells which one it is.
  const intentId = order.paymentIntent ?? (await openAttempt(services, order))?.id
  if (!intentId) return false
  const intent = await payments.cancelIntent(intentId)
  crashPoint('cancel: payment ended')
  const canStillBePaid = intent !== undefined && intent.status !== 'canceled'
  if (canStillBePaid && (await settlePayment(services, intentId)) !== 'refunded') return false

  const isCancelled = await transaction(db, async (tx) => {
    const [locked] = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.id, orderId), eq(orders.state, 'cancelling')))
      .for('update')
    if (!locked) return false
    await markCancelled(tx, services, locked)
    return true
  })
  crashPoint('cancel: committed')
  return isCancelled
}

/**
 * The part may be removed from the catalogue by now; its stock and its ledger are kept all the same. The customer of an
 * overdue order is told that it was not paid in time, even where somebody cancelled it in its last minutes.
 */
async function markCancelled(tx: Transaction, { settings }: Services, order: OrderRow): Promise<void> {
  const { id, partId, holdId, quantity } = order
  const [cancelled] = await tx
    .update(orders)
    .set({ state: 'cancelled', cancelledAt: databaseNow })
    .where(eq(orders.id, id))
    .returning({ overdue: isOverdue(settings) })
  crashPoint('cancel: decided')
  await tx.update(parts).set({ available: sql`${parts.available} + ${quantity}` }).where(eq(parts.id, partId))
  await tx.insert(stockMoves).values({ partId, delta: quantity, kind: 'cancel', ref: holdId })
  const notPaidWithinDays = cancelled!.overdue ? settings.unpaidOrderDays : undefined // the row is locked, so it is there
  await queueMail(tx, orderCancelledLetter(settings, presentOrder(order), { notPaidWithinDays }))
}
