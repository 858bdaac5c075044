import { and, eq, inArray, sql } from 'drizzle-orm'
import { isOpen } from '#contract/orders/order-states.ts'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { orderEvents } from '#database/tables/order-events.ts'
import { dueCentsOf, orders, type OrderRow } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { groupCancelledMail, orderCancelledMail, type TransferredMoney } from '../mail/templates/orders.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { lockBill, readBill, type Bill } from './bill.ts'
import { openAttempt } from '../payments/open-attempt.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { findTransfer } from '../payments/transfer/find-transfer.ts'
import { settleReceived } from '../payments/transfer/settle-received.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { quoteNumberOf } from './lists/find-group.ts'
import { presentOrder } from './lists/present-order.ts'
import { returnPieces } from './return-pieces.ts'

/** Another order of the group may be cancelled, or the group paid, at the same time. */
const ROUNDS = 3

/** Whether the order was not paid by its deadline, by the database's clock. */
export const isOverdue = ({ unpaidOrderDays }: Pick<Settings, 'unpaidOrderDays'>) =>
  sql<boolean>`coalesce(${orders.payBy}, ${orders.placedAt} + make_interval(days => ${unpaidOrderDays}::int)) <= now()`

/**
 * Finishes the cancellations of a bill: ends the payment at the provider first, and returns the pieces to stock only when no
 * money can arrive any more. If the payment has succeeded in the meantime, the orders are paid. Returns the ids of the orders
 * that this call cancelled.
 * @throws ProviderUnavailable
 */
export async function finishCancelling(services: Services, billId: string): Promise<string[]> {
  for (let round = 1; round <= ROUNDS; round++) {
    const bill = await readBill(services.db, billId)
    if (bill?.state !== 'cancelling') return []

    // An intent may have been opened and not recorded; opening it again returns the same one.
    const intentId = bill.paymentIntent ?? (await openAttempt(services, bill))?.id
    if (!intentId) continue
    if (!(await hasEnded(services, intentId))) return []

    const cancelled = await transaction(services.db, (tx) => cancelAll(tx, services.settings, billId, intentId))
    if (cancelled) return cancelled
  }
  return []
}

async function hasEnded(services: Services, intentId: string): Promise<boolean> {
  const intent = await services.payments.cancelIntent(intentId)
  const canStillBePaid = intent !== undefined && intent.status !== 'canceled'
  return !canStillBePaid || (await settlePayment(services, intentId)) === 'refunded'
}

/** Undefined when the group has a newer payment, which must be ended first. */
async function cancelAll(tx: Transaction, settings: Settings, billId: string, endedIntent: string): Promise<string[] | undefined> {
  const bill = await lockBill(tx, billId)
  if (bill?.state !== 'cancelling') return []
  if (bill.paymentIntent !== endedIntent) return undefined
  const cancelling = bill.orders.filter(({ state }) => state === 'cancelling')
  return markCancelled(tx, settings, bill, cancelling)
}

/**
 * Cancels orders of one bill, whose rows are locked, and returns their pieces to stock. Its other orders are paid if what was transferred
 * before covers them. The mail about overdue orders says
 * that they were not paid in time, also if a user cancelled them. Returns their ids.
 */
export async function markCancelled(tx: Transaction, settings: Settings, bill: Bill, which: OrderRow[]): Promise<string[]> {
  const first = which[0]!
  const [cancelled] = await tx
    .select({ overdue: isOverdue(settings) })
    .from(orders)
    .where(eq(orders.id, first.id))
  await cancelOrders(tx, which)
  const why = {
    notPaidWithinMinutes: cancelled!.overdue ? minutesToPay(first, settings) : undefined, // the rows are locked, so they are there
    money: await moneyOf(tx, bill, which),
  }
  const [only, ...others] = which.map(presentOrder)
  const mail =
    others.length === 0
      ? orderCancelledMail(settings, only!, why)
      : groupCancelledMail(settings, { quoteNumber: await quoteNumberOf(tx, bill.id), orders: [only!, ...others] }, why)
  // A revived order may end once more, and tells of that, too.
  const revived = await tx.$count(orderEvents, and(eq(orderEvents.orderId, first.id), eq(orderEvents.kind, 'revived')))
  await queueMail(tx, revived === 0 ? mail : { ...mail, ref: `${mail.ref} ${revived}` })
  await settleReceived(tx, settings, bill.id)
  return which.map(({ id }) => id)
}

/** Cents that were transferred for a bill: what pays for its other orders, and what is beyond that. */
async function moneyOf(tx: Transaction, bill: Bill, ended: OrderRow[]): Promise<TransferredMoney> {
  const received = (await findTransfer(tx, bill.id))?.receivedCents ?? 0
  const others = bill.orders.filter(({ id, state }) => isOpen(state) && !ended.some((one) => one.id === id))
  const stays = Math.min(
    received,
    others.reduce((sum, order) => sum + dueCentsOf(order), 0),
  )
  return { stays, left: received - stays }
}

const minutesToPay = ({ placedAt, payBy }: OrderRow, { unpaidOrderDays }: Settings) =>
  payBy === null ? unpaidOrderDays * 24 * 60 : Math.round((payBy.getTime() - placedAt.getTime()) / 60_000)

/**
 * Cancels unpaid orders, whose rows are locked, and returns their pieces to stock, without a mail. A discontinued part keeps
 * its stock and its ledger.
 */
export async function cancelOrders(tx: Transaction, which: OrderRow[]): Promise<void> {
  const ids = which.map(({ id }) => id)
  await tx.update(orders).set({ state: 'cancelled', cancelledAt: databaseNow }).where(inArray(orders.id, ids))
  await returnPieces(tx, which)
}

/** Locked orders with an open payment: they are cancelled once the provider has ended it. */
export async function markCancelling(tx: Transaction, which: OrderRow[]): Promise<void> {
  const ids = which.map(({ id }) => id)
  await tx.update(orders).set({ state: 'cancelling' }).where(inArray(orders.id, ids))
}
