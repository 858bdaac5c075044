import { eq } from 'drizzle-orm'
import { centsToDollars, formatDollars, type Cents } from '#contract/money.ts'
import { databaseNow, transaction, type Transaction } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { refunds } from '#database/tables/payments.ts'
import { crashPoint } from '../crash-point.ts'
import { adminReaders } from '../mail/admin-readers.ts'
import { orderPaidLetter, refundDueLetter } from '../mail/letters.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { presentOrder } from '../orders/present-order.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings/settings.ts'
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
  crashPoint('settle: committed')
  const about = { orderId: intent.orderId, intentId, amount: intent.amount, currency: intent.currency }
  if (refundReason) log.error({ ...about, reason: refundReason }, 'a payment is given back: it contradicts the order')
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
    await giveBack(tx, settings, intent, refundReason)
    return { settlement: 'refunded', refundReason }
  }
  const [paid] = await tx
    .update(orders)
    .set({ state: 'paid', paymentIntent: intent.id, transactionId: intent.id, paidAt: databaseNow })
    .where(eq(orders.id, order.id))
    .returning()
  crashPoint('settle: decided')
  await queueMail(tx, orderPaidLetter(settings, presentOrder(paid!))) // the row is locked, so it is there
  return { settlement: 'paid' }
}

/** Writes down that the money has to go back, and the mails that tell the shop's people. The reconciler does the rest. */
async function giveBack(tx: Transaction, settings: Settings, intent: Intent, reason: string): Promise<void> {
  const { id: intentId, orderId, amount: amountCents } = intent
  await tx.insert(refunds).values({ paymentIntent: intentId, orderId, amountCents, reason })
  for (const reader of await adminReaders(tx, settings)) {
    await queueMail(tx, refundDueLetter(settings, reader, { intentId, orderId, reason }))
  }
}

/** Why succeeded money does not pay for this order, as a sentence with the amount; undefined when it does. */
function whyNotPaid(order: OrderRow, { id, amount, currency }: Intent): string | undefined {
  const arrived = money(amount, currency)
  if (amount !== order.totalCents || currency !== CURRENCY) {
    return `${arrived} arrived instead of ${money(order.totalCents, CURRENCY)}.`
  }
  if (order.state === 'cancelled') return `${arrived} arrived for an order that was cancelled before.`
  if (order.state !== 'unpaid' && order.state !== 'cancelling') return `${arrived} arrived for an order that was paid before.`
  const another = order.paymentIntent !== null && order.paymentIntent !== id
  return another ? `${arrived} arrived while another payment is open for the order.` : undefined
}

/** How many digits of a foreign currency come behind the point is the provider's to know. */
function money(cents: number, currency: string): string {
  if (currency === CURRENCY) return formatDollars(centsToDollars(cents as Cents))
  return `${cents} in the smallest unit of ${currency.toUpperCase()}`
}
