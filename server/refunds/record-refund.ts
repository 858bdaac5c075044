import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { formatCents } from '#contract/basics/figures.ts'
import { isLiveRefund, refundStates } from '#contract/payments/payment-states.ts'
import {
  isRefusedRefund,
  leftToRefund,
  planRefund,
  type OrderToRefund,
  type RefundRefusal,
  type WantedRefund,
} from '#contract/payments/plan-refund.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import { databaseNow } from '#database/clock.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { dueCentsOf, freightDueOf, leftToMakeOf, leftToSendOf, orders, type OrderRow } from '#database/tables/orders.ts'
import { paymentRefunds, payments } from '#database/tables/payments.ts'
import { invalidField, ShopError } from '../errors.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { orderEndedMail, orderRefundedMail, piecesWithdrawnMail } from '../mail/templates/refunds.ts'
import { setEventActor } from '../orders/set-event-actor.ts'
import { presentOrder } from '../orders/lists/present-order.ts'
import { lockParts, returnPieces } from '../orders/return-pieces.ts'
import { releasePromises } from '../promises/release-promises.ts'
import { findDeliveryInvoices, type DeliveryInvoice } from '../payments/account/invoice-delivery.ts'
import { paperCopyMail } from '../mail/templates/invoices.ts'
import { closeSentOrder } from '../parcels/close-sent-order.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Settings } from '../platform/settings/settings.ts'
import type { Bill } from '../orders/bill.ts'
import { creditRefunds } from './credit-refunds.ts'
import { lockPayment } from './lock-payment.ts'
import { centsWithinInvoices, freightOfUnsent, invoicedFreightLeft, refundOfUnsent, shareAmongDeliveries } from './refund-deliveries.ts'
import { restockReturned, returnableOf } from './restock-returned.ts'

type Wanted = Omit<WantedRefund, 'isInReturn'> & {
  reason: string
  /** The return that the pieces are counted in already. */
  returnId?: string | undefined
}

export type RecordedRefund = { modifiedCount: 0 | 1; order: OrderRow; refundId?: string }

/**
 * Records a refund of an order, which is locked with its bill, with its credit note, as `planRefund` says; it is requested from the provider
 * after the commit (`giveRefund`). Withdrawn pieces stay withdrawn also when the bank sends the refund back: they may be sold to others, and
 * the money is owed nevertheless.
 *
 * Postings: those of its credit note. The money is booked when it moves: `mergeRefunds`, `refundByShop`.
 * @throws ShopError each `RefundRefusal`
 */
export async function recordRefund(
  tx: Transaction,
  settings: Settings,
  admin: Caller,
  { bill, order }: { bill: Pick<Bill, 'id'>; order: OrderRow },
  { reason, returnId, ...asks }: Wanted,
): Promise<RecordedRefund> {
  await setEventActor(tx, admin)
  const intentId = order.transactionId
  if (intentId === null) throw new ShopError('ORDER_NOT_PAID')
  await lockPayment(tx, intentId)
  const invoiced = order.paidBy === 'account' ? await findDeliveryInvoices(tx, order) : undefined
  const payment = {
    leftCents: await leftOf(tx, order),
    owedCents: await creditedBeyondRefunded(tx, order),
    freightBackCents: await freightBackOf(tx, order, invoiced),
  }
  const wanted = invoiced ? refundOfUnsent(order, asks) : asks
  const plan = planRefund(toRefund(order), payment, { ...wanted, isInReturn: returnId !== undefined })
  if (plan === undefined) return { modifiedCount: 0, order }
  if (isRefusedRefund(plan)) throw refused(plan)

  const { ends } = plan
  const { pieces, withdraw = 0, restock = 0 } = wanted
  const isOfSent = !ends && withdraw === 0
  const givesCents = invoiced && isOfSent && pieces ? centsWithinInvoices(invoiced, plan.givesCents) : plan.givesCents
  const shares = invoiced && isOfSent ? shareAmongDeliveries(invoiced, givesCents, plan.freightCents) : undefined
  const freightCents = invoiced && !ends && withdraw > 0 ? Math.min(freightOfUnsent(order, withdraw), givesCents) : plan.freightCents
  // Pieces that are still to be made are the first that are withdrawn.
  const notMade = ends || order.promised === null ? 0 : Math.min(withdraw, leftToMakeOf(order))
  if (notMade > 0) {
    await lockParts(tx, [order.partId])
    await releasePromises(tx, [{ orderId: order.id, pieces: notMade }])
  }
  const [changed] = await tx
    .update(orders)
    .set({
      ...(ends && { state: 'refunded' as const, refundedAt: databaseNow }),
      refundedCents: sql`${orders.refundedCents} + ${givesCents}`,
      withdrawnPieces: sql`${orders.withdrawnPieces} + ${withdraw}`,
    })
    .where(eq(orders.id, order.id))
    .returning()
  if (ends) await returnPieces(tx, [changed!]) // the row is locked, so it exists
  const refunded = plan.closes ? await closeSentOrder(tx, order.id) : changed!
  await writeAudit(tx, admin, 'refund-order', order.id, {
    amountCents: givesCents,
    ...(pieces && { pieces }),
    ...(withdraw > 0 && { withdrawn: withdraw }),
    ...(restock > 0 && { restocked: restock }),
  })
  const stocked = { pieces: restock, back: plan.backPieces, withdrawn: withdraw }
  if (givesCents === 0) {
    if (restock > 0) await restockReturned(tx, admin, order, { ...stocked, ref: randomUUID() })
    const mailOf = ends ? orderEndedMail : piecesWithdrawnMail
    await queueMail(tx, mailOf(settings, presentOrder(refunded)))
    return { modifiedCount: 1, order: refunded }
  }
  const asked = { intentId, orderId: order.id, amountCents: givesCents, state: 'asked', madeBy: 'shop', actorId: admin.userId } as const
  const parts = shares ?? [{ cents: givesCents, freightCents }]
  const made = await tx
    .insert(paymentRefunds)
    .values(
      parts.map((part, index) => ({
        ...asked,
        amountCents: part.cents,
        freightCents: part.freightCents,
        reason,
        ...(index === 0 && { restockedPieces: restock, withdrawnPieces: withdraw }),
        returnId,
      })),
    )
    .returning({ id: paymentRefunds.id })
  const refundId = made[0]!.id // an insert returns its rows
  if (restock > 0) await restockReturned(tx, admin, order, { ...stocked, ref: refundId })
  const isEnded = refunded.state === 'refunded'
  const told = { refundId, amount: formatCents(givesCents), isEnded, withdraws: withdraw > 0 }
  await queueMail(tx, orderRefundedMail(settings, [presentOrder(refunded)], told))
  // The reason that the admin gave is not for the customer.
  const credited = isEnded ? 'The order was cancelled.' : whyCredited({ withdraw, restock, isFreight: givesCents === freightCents })
  const credits = pieces ?? Math.max(withdraw, restock)
  const credit = { intentId, reason: credited, ...(credits > 0 && parts.length === 1 && { pieces: new Map([[order.id, credits]]) }) }
  if (!shares) await creditRefunds(tx, bill, credit)
  for (const [index, share] of (shares ?? []).entries()) {
    const ofDelivery = { cents: share.cents, freightCents: share.freightBackCents + share.freightCents }
    const paper = await creditRefunds(tx, { id: share.billId }, { ...credit, refundId: made[index]!.id, ofDelivery })
    // The mail of the refund brings the first one.
    if (paper && index > 0)
      await queueMail(
        tx,
        paperCopyMail(settings, { ...paper, kind: 'credit_note', orderNumbers: [orderNumber(order.position)] }, order.email),
      )
  }
  return { modifiedCount: 1, order: refunded, refundId }
}

const refused = ({ code, field, message }: RefundRefusal) =>
  field && message ? invalidField(field, message) : new ShopError(code, message === undefined ? {} : { message })

/** What the plan of a refund reads of an order. */
export const toRefund = (order: OrderRow): OrderToRefund => ({
  ...order,
  dueCents: dueCentsOf(order),
  freightDueCents: freightDueOf(order),
  returnable: returnableOf(order),
  leftToSend: order.state === 'paid' ? leftToSendOf(order) : 0,
  leftToMake: leftToMakeOf(order),
})

/**
 * Cents of the freight of an order that refunds have given back as such; of one that is invoiced by delivery also what is in no invoice yet, as it
 * is not charged for pieces that are withdrawn.
 */
export async function freightBackOf(db: Queryable, order: OrderRow, invoiced: readonly DeliveryInvoice[] = []): Promise<number> {
  if (invoiced.length > 0) return freightDueOf(order) - invoicedFreightLeft(invoiced)
  const live = refundStates.filter(isLiveRefund)
  const [back] = await db
    .select({ cents: sql`coalesce(sum(${paymentRefunds.freightCents}), 0)`.mapWith(Number) })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.orderId, order.id), inArray(paymentRefunds.state, live)))
  return back!.cents // a sum has one row
}

/** What a credit note says to the buyer. */
function whyCredited({ withdraw, restock, isFreight }: { withdraw: number; restock: number; isFreight: boolean }): string {
  if (isFreight) return 'The freight was refunded.'
  if (withdraw > 0) return 'Pieces are not sent any more.'
  return restock > 0 ? 'Pieces came back.' : 'A part of the price was refunded.'
}

/**
 * Cents that credit notes promise beyond what is refunded: those of failed refunds. A smaller refund would leave papers that state
 * more than the buyer got.
 */
async function creditedBeyondRefunded(tx: Transaction, { id, groupId, refundedCents }: OrderRow): Promise<number> {
  const { rows } = await tx.execute<{ cents: string }>(sql`
    select coalesce(sum((line ->> 'netCents')::bigint + coalesce((line ->> 'freightCents')::bigint, 0) + (line ->> 'taxCents')::bigint + coalesce((line ->> 'roundingCents')::bigint, 0)), 0) as cents
    from invoices cross join jsonb_array_elements(data -> 'lines') as line
    where kind = 'credit_note' and bill_id = ${groupId ?? id}::uuid and line ->> 'orderId' = ${id}`)
  return Number(rows[0]!.cents) - refundedCents // a sum has one row
}

/** Cents of a paid order that can still be refunded. */
export async function leftOf(db: Queryable, order: OrderRow): Promise<number> {
  const lost = sql`(select coalesce(sum(amount_cents), 0) from disputes d where d.intent_id = payments.intent_id and d.state = 'lost')`
  const [payment] = await db
    .select({ amountCents: payments.amountCents, refundedCents: payments.refundedCents, lostCents: lost.mapWith(Number) })
    .from(payments)
    .where(eq(payments.intentId, order.transactionId ?? ''))
  return leftToRefund({ ...order, dueCents: dueCentsOf(order) }, payment)
}
