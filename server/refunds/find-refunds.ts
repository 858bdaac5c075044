import { and, asc, eq, isNull, or } from 'drizzle-orm'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import { netOfLine, type InvoiceData } from '#contract/payments/invoices.ts'
import { freightLeftOf } from '#contract/payments/plan-refund.ts'
import type { OrderRefunds } from '#contract/payments/refunds.ts'
import type { Queryable } from '#database/connect.ts'
import { invoices } from '#database/tables/invoices.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'
import { disputes, paymentRefunds } from '#database/tables/payments.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'
import { findDeliveryInvoices } from '../payments/account/invoice-delivery.ts'
import { seenBy } from '../orders/lists/find-orders.ts'
import type { Caller } from '../platform/http/caller.ts'
import { freightBackOf, leftOf, toRefund } from './record-refund.ts'

/**
 * Refunds of an order and of the whole payment that it was paid with, the payment's disputes, and what is left. Customers do not learn
 * which of the shop's people gave it back, nor why.
 * @throws ShopError NOT_FOUND
 */
export async function findRefunds(db: Queryable, caller: Caller, orderId: string): Promise<OrderRefunds> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), seenBy(caller)))
  if (!order) throw new ShopError('NOT_FOUND')
  const { returnable, leftToSend, leftToMake } = toRefund(order)
  const pieces = { returnable, leftToSend, leftToMake }
  if (order.transactionId === null) return { refunds: [], disputes: [], left: 0, ...pieces }
  const made = await db
    .select({ refund: paymentRefunds, email: users.email, creditNote: invoices.number, credited: invoices.data })
    .from(paymentRefunds)
    .leftJoin(users, eq(users.id, paymentRefunds.actorId))
    .leftJoin(invoices, eq(invoices.id, paymentRefunds.creditNoteId))
    .where(and(eq(paymentRefunds.intentId, order.transactionId), or(eq(paymentRefunds.orderId, orderId), isNull(paymentRefunds.orderId))))
    .orderBy(asc(paymentRefunds.createdAt))
  const disputed = await db.select().from(disputes).where(eq(disputes.intentId, order.transactionId)).orderBy(asc(disputes.openedAt))
  const isAdmin = caller.role === 'admin'
  const leftCents = order.dispute === 'open' ? 0 : await leftOf(db, order)
  const invoiced = order.paidBy === 'account' ? await findDeliveryInvoices(db, order) : undefined
  const freightBackCents = order.freight ? await freightBackOf(db, order, invoiced) : 0
  return {
    refunds: made.map(({ refund, email, creditNote, credited }) => ({
      _id: refund.id,
      at: refund.createdAt.toISOString(),
      amount: centsToDollars(toCents(refund.amountCents)),
      state: refund.state,
      madeBy: refund.madeBy,
      ofPayment: refund.orderId === null && order.groupId !== null,
      pieces: piecesIn(credited, order, refund),
      restocked: refund.restockedPieces,
      withdrawn: refund.withdrawnPieces,
      creditNote,
      ...(refund.freightCents > 0 && refund.orderId === orderId && { freight: centsToDollars(toCents(refund.freightCents)) }),
      ...(refund.isDiscount && { isDiscount: true }),
      reason: isAdmin ? refund.reason : null,
      actor: isAdmin ? email : null,
    })),
    disputes: disputed.map(({ openedAt, amountCents, state, reason, evidenceDueAt }) => ({
      openedAt: openedAt.toISOString(),
      amount: centsToDollars(toCents(amountCents)),
      state,
      reason: isAdmin ? reason : null,
      evidenceDueAt: isAdmin ? (evidenceDueAt?.toISOString() ?? null) : null,
    })),
    left: centsToDollars(toCents(leftCents)),
    ...(invoiced && { invoicedLeft: centsToDollars(toCents(invoiced.reduce((sum, one) => sum + one.leftCents, 0))) }),
    ...(order.freight && { freightLeft: centsToDollars(toCents(freightLeftOf(toRefund(order), { leftCents, freightBackCents }))) }),
    ...pieces,
  }
}

/** Pieces of an order whose price is this refund, by its credit note; null for another amount, and where the note is for several refunds. */
function piecesIn(
  credited: InvoiceData | null,
  { id, unitPrice }: Pick<OrderRow, 'id' | 'unitPrice'>,
  { amountCents }: { amountCents: number },
): number | null {
  const line = credited?.lines.find(({ orderId }) => orderId === id)
  return line && line.unitPrice === unitPrice && netOfLine(line) + line.taxCents + (line.roundingCents ?? 0) === amountCents
    ? line.pieces
    : null
}
