import { eq } from 'drizzle-orm'
import { databaseNow, transaction, type Transaction } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { refunds } from '#database/tables/payments.ts'
import { orderPaidLetter } from '../mail/letters.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { presentOrder } from '../orders/present-order.ts'
import type { Services } from '../services.ts'
import type { Intent } from './provider.ts'

/**
 * - `paid`: the order is paid since now
 * - `already_paid`: this payment was recorded before
 * - `refunded`: the money has arrived and goes back
 * - `not_succeeded`: there is no money yet
 * - `unknown`: neither the provider nor the shop can say what was paid for
 */
export type Settlement = 'paid' | 'already_paid' | 'refunded' | 'not_succeeded' | 'unknown'

type OrderRow = typeof orders.$inferSelect

const CURRENCY = 'usd'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The only way to a paid order. Acts on what the provider says of the intent now, never on what a browser or a message
 * said, so it may be called any number of times, in any order, by anyone who suspects a payment.
 * Money that no unpaid order waits for goes back, once; money for an order that is not ours is left alone.
 * @throws ProviderUnavailable
 */
export async function settlePayment(services: Services, intentId: string): Promise<Settlement> {
  const { db, log, payments } = services
  const intent = await payments.findIntent(intentId)
  if (!intent) return 'unknown'
  if (intent.status !== 'succeeded') return 'not_succeeded'

  const { settlement, refundReason } = await transaction(db, (tx) => record(tx, services, intent))
  const about = { orderId: intent.orderId, intentId, amount: intent.amount, currency: intent.currency }
  if (refundReason) log.warn({ ...about, reason: refundReason }, 'a payment is given back')
  if (settlement === 'unknown') log.warn(about, 'a payment is for no order of this shop')
  return settlement
}

type Recorded = { settlement: Settlement; refundReason?: string }

async function record(tx: Transaction, { settings }: Services, intent: Intent): Promise<Recorded> {
  if (!UUID.test(intent.orderId)) return { settlement: 'unknown' }
  const [order] = await tx.select().from(orders).where(eq(orders.id, intent.orderId)).for('update')
  if (!order) return { settlement: 'unknown' }
  if (order.transactionId === intent.id) return { settlement: 'already_paid' }
  // Once money is on its way back it pays for nothing any more, whatever the provider says later.
  const [refund] = await tx.select().from(refunds).where(eq(refunds.paymentIntent, intent.id))
  if (refund) return { settlement: 'refunded' }

  const refundReason = whyNotPaid(order, intent)
  if (refundReason) {
    await tx
      .insert(refunds)
      .values({ paymentIntent: intent.id, orderId: order.id, amountCents: intent.amount, reason: refundReason })
    return { settlement: 'refunded', refundReason }
  }
  const [paid] = await tx
    .update(orders)
    .set({ state: 'paid', paymentIntent: intent.id, transactionId: intent.id, paidAt: databaseNow })
    .where(eq(orders.id, order.id))
    .returning()
  await queueMail(tx, orderPaidLetter(settings, presentOrder(paid!))) // the row is locked, so it is there
  return { settlement: 'paid' }
}

/** Why succeeded money does not pay for this order; undefined when it does. */
function whyNotPaid(order: OrderRow, intent: Intent): string | undefined {
  if (intent.amount !== order.totalCents) return `amount ${intent.amount} instead of ${order.totalCents}`
  if (intent.currency !== CURRENCY) return `currency ${intent.currency} instead of ${CURRENCY}`
  if (order.state !== 'unpaid' && order.state !== 'cancelling') return `the order was ${order.state}`
  if (order.paymentIntent !== null && order.paymentIntent !== intent.id) return 'another payment is open for the order'
  return undefined
}
