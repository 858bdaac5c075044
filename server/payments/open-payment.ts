import { and, eq, sql } from 'drizzle-orm'
import { centsToDollars, roundToCents, toCents } from '#contract/basics/money.ts'
import { wasPaid } from '#contract/orders/order-states.ts'
import type { Database } from '#database/connect.ts'
import { dueCentsSql, orders } from '#database/tables/orders.ts'
import { ProviderUnavailable, ShopError } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { finishCancelling } from '../orders/finish-cancelling.ts'
import type { Services } from '../services.ts'
import { billOfOrder, goodsCentsOf, readGroupBill, type Bill } from '../orders/bill.ts'
import { askBeforePayment } from '../taxes/ask-before-payment.ts'
import { requireTakenByCard } from './charge-limits.ts'
import { openAttempt, startNextAttempt } from './open-attempt.ts'
import type { Intent } from './provider.ts'
import { settlePayment } from './settle-payment.ts'
import { requireNothingReceived } from './transfer/find-transfer.ts'

/** `totalPrice` in dollars as the buyer saw it, of the goods alone or of all that is due; it is compared, never charged. */
type PaymentRequest = { orderId?: string | undefined; totalPrice: number }

/** Canceled or refused intents that are replaced before the request fails. */
const ROUNDS = 4

/**
 * Opens the payment of the caller's own order, or returns the secret of the open one. An order of a group is paid together
 * with the other orders that are not cancelled. The amount is always the order's, or the group's sum. Without `orderId` the
 * request is for the only unpaid order, or group, of that total.
 * @throws ShopError NOT_FOUND for an unknown order or another customer's; ORDER_AMBIGUOUS; TOTAL_CHANGED with the current
 *   figures; ORDER_ALREADY_PAID; ORDER_NOT_PAYABLE when it is cancelled, or no card can take the sum, which the sentence says;
 *   PART_RECEIVED when a part of it was transferred.
 * @throws ProviderUnavailable also while another order of the group is being cancelled and its payment has not ended.
 */
export async function openPayment(services: Services, caller: Caller, request: PaymentRequest): Promise<{ clientSecret: string }> {
  const { db, payments } = services
  const orderId = request.orderId ?? (await onlyUnpaid(db, caller, request.totalPrice))

  for (let round = 1; round <= ROUNDS; round++) {
    const bill = await payableBill(services, caller, orderId, request.totalPrice)
    if (!bill) continue
    const intent = bill.paymentIntent ? await payments.findIntent(bill.paymentIntent) : await openAttempt(services, bill)
    if (intent && canStillBePaid(intent)) return { clientSecret: intent.clientSecret }

    // A canceled or unknown intent takes no money: the bill gets a new one.
    const settlement = intent?.status === 'succeeded' ? await settlePayment(services, intent.id) : undefined
    if (settlement !== 'paid') await startNextAttempt(db, bill)
  }
  throw new ProviderUnavailable(`No usable intent in ${ROUNDS} rounds for order ${orderId}`)
}

const canStillBePaid = ({ status }: Intent) => status !== 'canceled' && status !== 'succeeded'

async function onlyUnpaid(db: Database, caller: Caller, totalPrice: number): Promise<string> {
  const totalCents = roundToCents(totalPrice)
  if (totalCents === undefined) throw new ShopError('ORDER_AMBIGUOUS')
  const [bill, another] = await db
    .select({ orderId: sql<string>`(array_agg(${orders.id} order by ${orders.position}))[1]` })
    .from(orders)
    .where(and(eq(orders.userId, caller.userId), eq(orders.state, 'unpaid')))
    .groupBy(sql`coalesce(${orders.groupId}, ${orders.id})`)
    .having(sql`${totalCents}::bigint in (sum(${orders.totalCents}), sum(${dueCentsSql}))`)
    .limit(2)
  if (!bill || another) throw new ShopError('ORDER_AMBIGUOUS')
  return bill.orderId
}

/** Undefined while an order of the group changes its state; the caller then reads again. */
async function payableBill(services: Services, caller: Caller, orderId: string, totalPrice: number): Promise<Bill | undefined> {
  const { db, payments, settings } = services
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, caller.userId)))
  if (!order) throw new ShopError('NOT_FOUND')
  if (wasPaid(order.state)) throw new ShopError('ORDER_ALREADY_PAID')
  if (order.state !== 'unpaid') throw new ShopError('ORDER_NOT_PAYABLE')

  const read = order.groupId ? await readGroupBill(db, order.groupId) : billOfOrder(order)
  const bill = read && (await askBeforePayment(services, read))
  // The amount due is known only after the cancellations in progress.
  if (bill?.state === 'cancelling') await finishCancelling(services, bill.id)
  if (bill?.state !== 'unpaid') return undefined
  await requireNothingReceived(db, bill.id)
  requireTakenByCard(toCents(bill.totalCents), payments, settings)
  const seen = roundToCents(totalPrice)
  const rose = read !== undefined && bill.totalCents > read.totalCents && seen !== bill.totalCents
  if (!rose && (seen === bill.totalCents || seen === goodsCentsOf(bill))) return bill
  const currentTotal = centsToDollars(goodsCentsOf(bill))
  const amountDue = centsToDollars(toCents(bill.totalCents))
  if (bill.kind === 'group') throw new ShopError('TOTAL_CHANGED', { currentTotal, ...(rose && { currentDue: amountDue }) })
  throw new ShopError('TOTAL_CHANGED', {
    current: { price: Number(order.unitPrice), totalPrice: currentTotal, orderQuantity: order.quantity, ...(rose && { amountDue }) },
  })
}
