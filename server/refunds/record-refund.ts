import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { canBecome } from '#contract/orders/order-states.ts'
import { formatCents } from '#contract/basics/figures.ts'
import { centsToDollars, shareOfCents, toCents } from '#contract/basics/money.ts'
import { refundMessages } from '#contract/payments/refunds.ts'
import { databaseNow } from '#database/clock.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { dueCentsOf, leftToMakeOf, leftToSendOf, orders, type OrderRow } from '#database/tables/orders.ts'
import { disputes, paymentRefunds, payments } from '#database/tables/payments.ts'
import { invalidField, ShopError } from '../errors.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { orderEndedMail, orderRefundedMail, piecesWithdrawnMail } from '../mail/templates/refunds.ts'
import { setEventActor } from '../orders/set-event-actor.ts'
import { presentOrder } from '../orders/lists/present-order.ts'
import { returnPieces } from '../orders/return-pieces.ts'
import { closeSentOrder } from '../parcels/close-sent-order.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Settings } from '../platform/settings/settings.ts'
import type { Bill } from '../orders/bill.ts'
import { creditRefunds } from './credit-refunds.ts'
import { lockPayment } from './lock-payment.ts'
import { restockReturned, returnableOf } from './restock-returned.ts'

type Wanted = {
  reason: string
  /** Without it the price of the pieces, and without these all that is left, which cancels the order. */
  amountCents?: number | undefined
  /** Pieces whose price is refunded. */
  pieces?: number | undefined
  /** Pieces that came back, or are withdrawn, and return to stock. */
  restock?: number | undefined
  /** Pieces that are not sent any more. */
  withdraw?: number | undefined
  /** Pieces that were to be made return to stock, too: they have been made. */
  confirmed?: boolean | undefined
  /** The return that the pieces are counted in already. */
  returnId?: string | undefined
}

export type RecordedRefund = { modifiedCount: 0 | 1; order: OrderRow; refundId?: string }

/**
 * Records a refund of an order, which is locked with its bill, with its credit note, to be requested from the provider after the commit
 * (`giveRefund`). An order of which nothing was sent ends when its whole remaining price is refunded: its pieces go back into stock. A
 * partly sent one is shipped when the last unsent pieces are withdrawn, without money where its price is refunded already. Withdrawn
 * pieces stay withdrawn also when the bank sends the refund back: they may be sold to others, and the money is owed nevertheless.
 * @throws ShopError ORDER_NOT_PAID; PAYMENT_DISPUTED while the bank has the money; INVALID_INPUT at `amount` for more than is left, or for
 *   less than a credit note promises since the bank sent a refund back, at `pieces` for more than were ordered, at `withdraw`
 *   for more than are left to send, at `restock` for more than can come back; RESTOCK_DOUBTED for more than
 *   exist, unless `confirmed`; without pieces and amount ORDER_SHIPPED and ORDER_PARTLY_SENT.
 */
export async function recordRefund(
  tx: Transaction,
  settings: Settings,
  admin: Caller,
  { bill, order }: { bill: Pick<Bill, 'id'>; order: OrderRow },
  { reason, amountCents, pieces, restock = 0, withdraw = 0, confirmed = false, returnId }: Wanted,
): Promise<RecordedRefund> {
  await setEventActor(tx, admin)
  if (order.transactionId === null) throw new ShopError('ORDER_NOT_PAID')
  const isUnsent = canBecome(order.state, 'refunded') && order.parceledPieces === 0
  const isWhole = amountCents === undefined && pieces === undefined
  if (isWhole) requireCancellable(order)
  if (pieces !== undefined && pieces > order.quantity) throw invalidField('pieces', refundMessages.piecesTooMany(order.quantity))
  const toSend = order.state === 'paid' ? leftToSendOf(order) : 0
  if (withdraw > toSend) throw invalidField('withdraw', refundMessages.withdrawTooMany(toSend))
  if (returnId === undefined && !confirmed) requireMade(order, { restock, withdraw })
  if (order.dispute === 'open') throw new ShopError('PAYMENT_DISPUTED')
  const intentId = order.transactionId
  await lockPayment(tx, intentId)
  const left = await leftToRefund(tx, order)
  if (isWhole && !isUnsent && left === 0) return { modifiedCount: 0, order }
  const gives = amountCents ?? (pieces === undefined ? left : Math.min(shareOfCents(dueCentsOf(order), pieces, order.quantity), left))
  const owed = Math.min(await creditedBeyondRefunded(tx, order), left)
  if (gives < owed) throw invalidField('amount', refundMessages.belowCredited(owed / 100))
  const takesNoMoney = withdraw > 0 && left === 0 && amountCents === undefined
  if (!isWhole && left === 0 && !takesNoMoney) throw invalidField('amount', refundMessages.nothingLeft)
  if (!isWhole && gives === 0 && !takesNoMoney) throw invalidField('amount', refundMessages.amountInCents)
  if (gives > left) throw invalidField('amount', refundMessages.amountTooLarge(left / 100))

  const ends = isUnsent && gives === left
  const withdrawsLast = withdraw > 0 && withdraw === toSend
  if (withdrawsLast && isUnsent && !ends) throw invalidField('amount', refundMessages.withdrawEnds(left / 100))
  const [changed] = await tx
    .update(orders)
    .set({
      ...(ends && { state: 'refunded' as const, refundedAt: databaseNow }),
      refundedCents: sql`${orders.refundedCents} + ${gives}`,
      withdrawnPieces: sql`${orders.withdrawnPieces} + ${withdraw}`,
    })
    .where(eq(orders.id, order.id))
    .returning()
  if (ends) await returnPieces(tx, [changed!]) // the row is locked, so it exists
  const refunded = withdrawsLast && !ends ? await closeSentOrder(tx, order.id) : changed!
  await writeAudit(tx, admin, 'refund-order', order.id, {
    amountCents: gives,
    ...(pieces && { pieces }),
    ...(withdraw > 0 && { withdrawn: withdraw }),
    ...(restock > 0 && { restocked: restock }),
  })
  const restocked = { pieces: restock, isInReturn: returnId !== undefined, withdrawn: withdraw }
  if (gives === 0) {
    // Without a row of a refund, only withdrawn pieces can return to stock.
    if (restock > withdraw) throw invalidField('restock', refundMessages.restockTooManyUnsent(withdraw))
    if (restock > 0) await restockReturned(tx, admin, order, { ...restocked, ref: randomUUID() })
    const mailOf = ends ? orderEndedMail : piecesWithdrawnMail
    await queueMail(tx, mailOf(settings, presentOrder(refunded)))
    return { modifiedCount: 1, order: refunded }
  }
  const requested = {
    intentId,
    orderId: order.id,
    amountCents: gives,
    state: 'asked',
    madeBy: 'shop',
    actorId: admin.userId,
    reason,
  } as const
  const [refund] = await tx
    .insert(paymentRefunds)
    .values({ ...requested, restockedPieces: restock, withdrawnPieces: withdraw, returnId })
    .returning()
  const refundId = refund!.id // an insert returns its row
  if (restock > 0) await restockReturned(tx, admin, order, { ...restocked, ref: refundId })
  const amount = formatCents(gives)
  const isEnded = refunded.state === 'refunded'
  await queueMail(tx, orderRefundedMail(settings, [presentOrder(refunded)], { refundId, amount, isEnded, withdraws: withdraw > 0 }))
  // The reason that the admin gave is not for the customer.
  const credited = isEnded ? 'The order was cancelled.' : whyCredited(withdraw, restock)
  const credits = pieces ?? Math.max(withdraw, restock)
  await creditRefunds(tx, bill, { intentId, reason: credited, ...(credits > 0 && { pieces: new Map([[order.id, credits]]) }) })
  return { modifiedCount: 1, order: refunded, refundId }
}

/**
 * Pieces that were to be made for the order are not in the shop, unless somebody says that they have been made.
 * @throws ShopError RESTOCK_DOUBTED
 */
function requireMade(order: OrderRow, { restock, withdraw }: { restock: number; withdraw: number }): void {
  const toMake = Math.min(leftToMakeOf(order), withdraw)
  const stocked = returnableOf(order) + withdraw - toMake
  if (toMake === 0 || restock <= stocked || restock > stocked + toMake) return
  throw new ShopError('RESTOCK_DOUBTED', { message: refundMessages.restockNotMade(stocked, toMake) })
}

/** What a credit note says to the buyer. */
function whyCredited(withdraw: number, restock: number): string {
  if (withdraw > 0) return 'Pieces are not sent any more.'
  return restock > 0 ? 'Pieces came back.' : 'A part of the price was refunded.'
}

/**
 * Cents that credit notes promise beyond what is refunded: those of failed refunds. A smaller refund would leave papers that state
 * more than the buyer got.
 */
async function creditedBeyondRefunded(tx: Transaction, { id, groupId, refundedCents }: OrderRow): Promise<number> {
  const { rows } = await tx.execute<{ cents: string }>(sql`
    select coalesce(sum((line ->> 'netCents')::bigint + (line ->> 'taxCents')::bigint + coalesce((line ->> 'roundingCents')::bigint, 0)), 0) as cents
    from invoices cross join jsonb_array_elements(data -> 'lines') as line
    where kind = 'credit_note' and bill_id = ${groupId ?? id}::uuid and line ->> 'orderId' = ${id}`)
  return Number(rows[0]!.cents) - refundedCents // a sum has one row
}

/** Without an amount the whole order is cancelled, or refunded once more after the bank sent the money back. */
function requireCancellable({ state, parceledPieces }: OrderRow): void {
  if (state === 'refunded') return
  if (!canBecome(state, 'refunded')) throw new ShopError('ORDER_SHIPPED')
  if (parceledPieces > 0) throw new ShopError('ORDER_PARTLY_SENT')
}

/** Cents of a paid order that can still be refunded: within its price, and within what the bank has left of the payment. */
export async function leftToRefund(db: Queryable, order: OrderRow): Promise<number> {
  const intentId = order.transactionId
  if (intentId === null) return 0
  const [payment] = await db.select().from(payments).where(eq(payments.intentId, intentId))
  const ofOrder = dueCentsOf(order) - order.refundedCents
  if (!payment) return ofOrder
  const lost = await db
    .select({ amountCents: disputes.amountCents })
    .from(disputes)
    .where(and(eq(disputes.intentId, intentId), eq(disputes.state, 'lost')))
  const lostCents = lost.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return Math.max(Math.min(ofOrder, payment.amountCents - payment.refundedCents - lostCents), 0)
}

export const leftInDollars = async (db: Queryable, order: OrderRow) => centsToDollars(toCents(await leftToRefund(db, order)))
