import { eq, inArray, sql } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { crashPoint } from '../platform/crash-point.ts'
import { groupCancelledLetter, orderCancelledLetter } from '../mail/letters.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { lockBill, readBill, type Bill } from '../payments/bill.ts'
import { openAttempt } from '../payments/open-attempt.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { quoteNumberOf } from './find-group.ts'
import { presentOrder } from './present-order.ts'
import { returnPieces } from './return-pieces.ts'

type OrderRow = typeof orders.$inferSelect

/** Another order of the group may begin to be cancelled, or paid for, while this one is. */
const ROUNDS = 3

/** Nobody has paid for the order in the time that it was given, by the database's clock. */
export const isOverdue = ({ unpaidOrderDays }: Pick<Settings, 'unpaidOrderDays'>) =>
  sql<boolean>`coalesce(${orders.payBy}, ${orders.placedAt} + make_interval(days => ${unpaidOrderDays}::int)) <= now()`

/**
 * Carries the begun cancellations of a bill on: ends the payment at the provider first, and gives the pieces back only
 * when no money can come any more. A payment that has succeeded meanwhile wins. Answers with the ids of the orders that
 * this call cancelled.
 * @throws ProviderUnavailable
 */
export async function finishCancelling(services: Services, billId: string): Promise<string[]> {
  for (let round = 1; round <= ROUNDS; round++) {
    const bill = await readBill(services.db, billId)
    if (bill?.state !== 'cancelling') return []

    // An intent may have been opened and not recorded; opening it again tells which one it is.
    const intentId = bill.paymentIntent ?? (await openAttempt(services, bill))?.id
    if (!intentId) continue
    if (!(await hasEnded(services, intentId))) return []

    const cancelled = await transaction(services.db, (tx) => cancelAll(tx, services.settings, billId, intentId))
    crashPoint('cancel: committed')
    if (cancelled) return cancelled
  }
  return []
}

async function hasEnded(services: Services, intentId: string): Promise<boolean> {
  const intent = await services.payments.cancelIntent(intentId)
  crashPoint('cancel: payment ended')
  const canStillBePaid = intent !== undefined && intent.status !== 'canceled'
  return !canStillBePaid || (await settlePayment(services, intentId)) === 'refunded'
}

/** Undefined when a group has another payment by now, which has to be ended first. */
async function cancelAll(tx: Transaction, settings: Settings, billId: string, endedIntent: string): Promise<string[] | undefined> {
  const bill = await lockBill(tx, billId)
  if (bill?.state !== 'cancelling') return []
  if (bill.paymentIntent !== endedIntent) return undefined
  return markCancelled(
    tx,
    settings,
    bill,
    bill.orders.filter(({ state }) => state === 'cancelling'),
  )
}

/**
 * Cancels orders of one bill, whose rows are locked, and gives their pieces back. The customer of overdue orders is told
 * that they were not paid in time, even where somebody cancelled them in their last minutes. Answers with their ids.
 */
export async function markCancelled(tx: Transaction, settings: Settings, bill: Bill, which: OrderRow[]): Promise<string[]> {
  const [first] = which
  const [cancelled] = await tx
    .select({ overdue: isOverdue(settings) })
    .from(orders)
    .where(eq(orders.id, first!.id))
  await cancelOrders(tx, which)
  const why = { notPaidWithinMinutes: cancelled!.overdue ? minutesToPay(first!, settings) : undefined } // the rows are locked, so they are there
  const [only, ...others] = which.map(presentOrder)
  const letter =
    others.length === 0
      ? orderCancelledLetter(settings, only!, why)
      : groupCancelledLetter(settings, { quoteNumber: await quoteNumberOf(tx, bill.id), orders: [only!, ...others] }, why)
  await queueMail(tx, letter)
  return which.map(({ id }) => id)
}

const minutesToPay = ({ placedAt, payBy }: OrderRow, { unpaidOrderDays }: Settings) =>
  payBy === null ? unpaidOrderDays * 24 * 60 : Math.round((payBy.getTime() - placedAt.getTime()) / 60_000)

/**
 * Cancels unpaid orders, whose rows are locked, and gives their pieces back, without telling their customer. A part may be
 * removed from the catalogue by now; its stock and its ledger are kept all the same.
 */
export async function cancelOrders(tx: Transaction, which: OrderRow[]): Promise<void> {
  await tx
    .update(orders)
    .set({ state: 'cancelled', cancelledAt: databaseNow })
    .where(
      inArray(
        orders.id,
        which.map(({ id }) => id),
      ),
    )
  crashPoint('cancel: decided')
  await returnPieces(tx, which)
}
