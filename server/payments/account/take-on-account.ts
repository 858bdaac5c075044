import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { centsToDollars, roundToCents, toCents } from '#contract/basics/money.ts'
import type { OrderInFull } from '#contract/orders/orders.ts'
import { ACCOUNT_PREFIX } from '#contract/payments/payment-means.ts'
import type { Transaction } from '#database/connect.ts'
import { creditLimits, openItems } from '#database/tables/accounts.ts'
import { transaction } from '#database/transaction.ts'
import { ProviderUnavailable, ShopError } from '../../errors.ts'
import { setEventActor } from '../../orders/set-event-actor.ts'
import { findOrder } from '../../orders/lists/find-orders.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { shopCalendar, workingDaysUntil, type ShopCalendar } from '#contract/parts/lead-time.ts'
import { leadDaysUntil, shipDayOf } from '#contract/promises/promise.ts'
import type { Bill } from '../../orders/bill.ts'
import { endCardPayment, mayTakeMoney } from '../end-card-payment.ts'
import { findOwnBill, lockOwnBill, requireUnpaid } from '../own-bill.ts'
import { markPaid } from '../settle-payment.ts'
import { requireNothingReceived } from '../transfer/find-transfer.ts'
import { askBeforePayment } from '../../taxes/ask-before-payment.ts'
import { applySettings } from '../../shop-settings/apply-settings.ts'
import { findCredit } from './find-credit.ts'

/** Maximum of card payments that are ended for one request: a buyer may open another in the meantime. */
const ROUNDS = 4

/**
 * Takes an order of the caller, with the others of its group, on account: it counts as paid, so that it ships, and its amount becomes
 * an open item; with an invoice for each delivery (a setting) it has none until something leaves. Orders of one customer are decided one after the other, under the lock of the limit, so that open items never exceed
 * it. An open card payment is ended first. `modifiedCount` is 0 when it was taken before.
 *
 * Postings: those of the invoice. No money has moved.
 * @throws ShopError NOT_FOUND; ORDER_ALREADY_PAID; ORDER_NOT_PAYABLE; TOTAL_CHANGED when the buyer saw another sum; NOT_ON_ACCOUNT without
 *   a limit; LIMIT_REACHED; PART_RECEIVED; PAYMENT_UNDERWAY while the bank decides about a card payment.
 * @throws ProviderUnavailable
 */
export async function takeOnAccount(
  services: Services,
  caller: Caller,
  orderId: string,
  due: number,
): Promise<{ modifiedCount: 0 | 1; order: OrderInFull }> {
  await applySettings(services)
  await askBeforePayment(services, await findOwnBill(services.db, caller, orderId))
  let ended: string | undefined
  for (let round = 1; round <= ROUNDS; round++) {
    const taken = await transaction(services.db, (tx) => take(tx, services, caller, orderId, due, ended))
    if (typeof taken === 'number') {
      return { modifiedCount: taken, order: await findOrder(services.db, caller, orderId) }
    }
    ended = await endCardPayment(services, taken)
  }
  throw new ProviderUnavailable(`A payment was opened again in each of ${ROUNDS} rounds for order ${orderId}`)
}

/** The longest lead time of an offer, a promise or a delivery of several among the orders of a bill that are not cancelled; null without. */
export const leadDaysOf = ({ orders }: Pick<Bill, 'orders'>, calendar: ShopCalendar): number | null => {
  const days = orders.flatMap((order) => {
    const { state, leadDays, promised, release, wishedOn } = order
    if (state === 'cancelled') return []
    if (release && wishedOn) return [workingDaysUntil(shipDayOf(order, calendar), calendar)]
    return promised ? [leadDaysUntil(promised, calendar)] : leadDays || []
  })
  return days.length === 0 ? null : Math.max(...days)
}

/** Whether it was taken by this call; the bill when its card payment must be ended first. */
async function take(
  tx: Transaction,
  { settings }: Services,
  caller: Caller,
  orderId: string,
  due: number,
  ended: string | undefined,
): Promise<0 | 1 | Bill> {
  const bill = await lockOwnBill(tx, caller, orderId)
  if (bill.orders.some(({ paidBy }) => paidBy === 'account')) return 0
  requireUnpaid(bill)
  if (roundToCents(due) !== bill.totalCents) {
    throw new ShopError('TOTAL_CHANGED', { currentTotal: centsToDollars(toCents(bill.totalCents)) })
  }
  await requireNothingReceived(tx, bill.id)
  const [limit] = await tx.select().from(creditLimits).where(eq(creditLimits.userId, caller.userId)).for('update')
  if (!limit) throw new ShopError('NOT_ON_ACCOUNT')
  const { openCents } = await findCredit(tx, caller.userId)
  if (openCents + bill.totalCents > limit.limitCents) throw new ShopError('LIMIT_REACHED')
  if (mayTakeMoney(bill, ended)) return bill

  await setEventActor(tx, caller)
  const transactionId = `${ACCOUNT_PREFIX}${randomUUID()}`
  const byDelivery = settings.shop.invoicePerDelivery === true
  const [item] = await tx
    .insert(openItems)
    .values({
      billId: bill.id,
      userId: caller.userId,
      transactionId,
      amountCents: bill.totalCents,
      openCents: bill.totalCents,
      netDays: limit.netDays,
      dueOn: sql`current_date + ${limit.netDays}::int`,
      byDelivery,
      isFromDispatch: byDelivery || leadDaysOf(bill, shopCalendar(settings.shop.holidays)) !== null,
    })
    .returning()
  const { dueOn, netDays, isFromDispatch } = item! // an insert returns its row
  await markPaid(tx, settings, bill, {
    id: transactionId,
    onAccount: { dueOn, ...(isFromDispatch && { daysFromDispatch: netDays }), ...(byDelivery && { byDelivery }) },
  })
  return 1
}
