import type { FastifyRequest } from 'fastify'
import { dollarsToCents } from '#contract/basics/money.ts'
import { refundMessages, type RefundOrder, type RefundOrderAnswer } from '#contract/payments/refunds.ts'
import { invalidField } from '../errors.ts'
import { answerOnce } from '../platform/http/answer-once.ts'
import type { Caller } from '../platform/http/caller.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { presentOrder } from '../orders/lists/present-order.ts'
import type { Services } from '../services.ts'
import { giveRefund } from './give-refund.ts'
import { recordRefund } from './record-refund.ts'

/**
 * Refunds a paid order. With only a reason it cancels an order of which nothing was sent, refunds what is left of its price once, and
 * returns its pieces to stock. With pieces, freight or an amount it refunds that part, also of a shipped order, returns pieces that came back, and
 * withdraws pieces that are not sent any more; with the last of them a partly sent order is shipped.
 * For an order of a group it refunds that order's part of the payment. An order whose earlier refund the bank sent back is
 * refunded again. `modifiedCount` is 0 when nothing was left to do. A request that is repeated with its Idempotency-Key refunds
 * nothing again.
 * @throws ShopError NOT_FOUND; ORDER_NOT_PAID; ORDER_SHIPPED; ORDER_PARTLY_SENT; PAYMENT_DISPUTED while the bank has the money;
 *   INVALID_INPUT for more money or pieces than are left.
 */
export async function refundOrder(
  services: Services,
  request: FastifyRequest,
  admin: Caller,
  orderId: string,
  wanted: RefundOrder,
): Promise<RefundOrderAnswer> {
  const { refundId, ...answer } = await answerOnce(services.db, request, admin, async (tx) => {
    const locked = await lockOrder(tx, admin, orderId)
    const recorded = await recordRefund(tx, services.settings, admin, locked, { ...wanted, amountCents: readAmount(wanted) })
    return { ...recorded, order: presentOrder(recorded.order) }
  })
  await giveRecorded(services, refundId)
  return answer
}

function readAmount({ amount, pieces, restock = 0, withdraw = 0 }: RefundOrder): number | undefined {
  if (amount === undefined && pieces === undefined && restock + withdraw > 0)
    throw invalidField('amount', refundMessages.restockNeedsAmount)
  const cents = amount === undefined ? undefined : dollarsToCents(amount)
  if (amount !== undefined && !cents) throw invalidField('amount', refundMessages.amountInCents)
  return cents
}

/** Requests a recorded refund at once; the reconciler retries a request that fails here. */
export async function giveRecorded(services: Services, refundId: string | undefined): Promise<void> {
  if (refundId === undefined) return
  await giveRefund(services, refundId).catch((error: unknown) =>
    services.log.warn({ err: error, refundId }, 'a refund waits for the payment provider'),
  )
}
