import { and, eq, sql } from 'drizzle-orm'
import { canBecome } from '#contract/order-states.ts'
import { formatCents } from '#contract/figures.ts'
import type { RefundOrderAnswer } from '#contract/refunds.ts'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'
import { disputes, paymentRefunds } from '#database/tables/payments.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import { crashPoint } from '../platform/crash-point.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { orderEndedLetter, orderRefundedLetter } from '../mail/refund-letters.ts'
import { actAs } from '../orders/act-as.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { presentOrder } from '../orders/present-order.ts'
import { returnPieces } from '../orders/return-pieces.ts'
import type { Services } from '../services.ts'
import { giveRefund } from './give-refund.ts'
import { lockPayment, type PaymentRow } from './lock-payment.ts'

/**
 * Cancels a paid order that was not shipped, refunds its price once, and returns its pieces to stock. For an order of a
 * group it refunds that order's part of the payment. An order whose earlier refund the bank sent back is refunded again.
 * `modifiedCount` is 0 when nothing was left to do.
 * @throws ShopError NOT_FOUND; ORDER_NOT_PAID; ORDER_SHIPPED; ORDER_PARTLY_SENT; PAYMENT_DISPUTED while the bank has the money.
 */
export async function refundOrder(services: Services, admin: Caller, orderId: string, reason: string): Promise<RefundOrderAnswer> {
  const { db, log } = services
  const { modifiedCount, order, refundId } = await transaction(db, (tx) => recordRefund(tx, services, admin, orderId, reason))
  crashPoint('refund order: committed')
  if (refundId !== undefined) {
    // The order is refunded already; the reconciler retries a request that fails here.
    await giveRefund(services, refundId).catch((error: unknown) =>
      log.warn({ err: error, orderId }, 'a refund waits for the payment provider'),
    )
  }
  return { modifiedCount, order: presentOrder(order) }
}

async function recordRefund(
  tx: Transaction,
  { settings }: Services,
  admin: Caller,
  orderId: string,
  reason: string,
): Promise<{ modifiedCount: 0 | 1; order: OrderRow; refundId?: string }> {
  const { order } = await lockOrder(tx, admin, orderId)
  await actAs(tx, admin)
  if (order.transactionId === null) throw new ShopError('ORDER_NOT_PAID')
  const isEnding = canBecome(order.state, 'refunded')
  if (!isEnding && order.state !== 'refunded') throw new ShopError('ORDER_SHIPPED')
  if (isEnding && order.parceledPieces > 0) throw new ShopError('ORDER_PARTLY_SENT')
  if (order.dispute === 'open') throw new ShopError('PAYMENT_DISPUTED')
  const intentId = order.transactionId
  const payment = (await lockPayment(tx, intentId))!.row // a paid order has its payment
  const amountCents = Math.min(
    order.totalCents - order.refundedCents,
    payment.amountCents - payment.refundedCents - (await lostOf(tx, payment)),
  )
  if (!isEnding && amountCents <= 0) return { modifiedCount: 0, order }

  const gives = Math.max(amountCents, 0)
  const [refunded] = await tx
    .update(orders)
    .set({ state: 'refunded', refundedAt: databaseNow, refundedCents: sql`${orders.refundedCents} + ${gives}` })
    .where(eq(orders.id, orderId))
    .returning()
  if (isEnding) await returnPieces(tx, [order])
  crashPoint('refund order: decided')
  await writeAudit(tx, admin, 'refund-order', orderId, { amountCents: gives })
  if (gives === 0) {
    await queueMail(tx, orderEndedLetter(settings, presentOrder(refunded!)))
    return { modifiedCount: 1, order: refunded! } // the row is locked, so it exists
  }
  const asked = { intentId, orderId, amountCents: gives, state: 'asked', madeBy: 'shop', actorId: admin.userId, reason } as const
  const [refund] = await tx.insert(paymentRefunds).values(asked).returning()
  const refundId = refund!.id // an insert returns its row
  const amount = formatCents(gives)
  await queueMail(tx, orderRefundedLetter(settings, [presentOrder(refunded!)], { refundId, amount, isEnded: true }))
  return { modifiedCount: 1, order: refunded!, refundId }
}

async function lostOf(tx: Transaction, { intentId }: PaymentRow): Promise<number> {
  const lost = await tx
    .select({ amountCents: disputes.amountCents })
    .from(disputes)
    .where(and(eq(disputes.intentId, intentId), eq(disputes.state, 'lost')))
  return lost.reduce((sum, { amountCents }) => sum + amountCents, 0)
}
