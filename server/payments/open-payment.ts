import { and, eq } from 'drizzle-orm'
import { centsToDollars, dollarsToCents, type Cents } from '#contract/money.ts'
import type { Database } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import type { Services } from '../services.ts'
import { openAttempt, startNextAttempt } from './open-attempt.ts'
import { ProviderUnavailable, type Intent } from './provider.ts'
import { settlePayment } from './settle-payment.ts'

/** `totalPrice` in dollars as the buyer saw it; never what is charged. */
export type PaymentRequest = { orderId?: string | undefined; totalPrice: number }

type OrderRow = typeof orders.$inferSelect

/** Intents that turned out canceled or refused before the buyer is asked to come back. */
const ROUNDS = 4

/**
 * Opens the payment of the caller's own order, or answers with the secret of the one that is open already.
 * The amount is always the order's. Without `orderId` it is the only unpaid order of that total.
 * Readings, "create-payment-intent".
 * @throws ShopError NOT_FOUND, alike for unknown and foreign orders; ORDER_AMBIGUOUS; TOTAL_CHANGED with the current
 *   figures; ORDER_ALREADY_PAID; ORDER_NOT_PAYABLE when it is cancelled.
 * @throws ProviderUnavailable
 */
export async function openPayment(
  services: Services,
  caller: Caller,
  request: PaymentRequest,
): Promise<{ clientSecret: string }> {
  const { db, payments } = services
  const orderId = request.orderId ?? (await onlyUnpaidOrder(db, caller, request.totalPrice))

  for (let round = 1; round <= ROUNDS; round++) {
    const order = await payableOrder(services, caller, orderId, request.totalPrice)
    const intent = order.paymentIntent
      ? await payments.findIntent(order.paymentIntent)
      : await openAttempt(services, order)
    if (intent && canStillBePaid(intent)) return { clientSecret: intent.clientSecret }

    // A canceled intent, or one that the provider does not know, takes no money: the order gets a new one.
    const settlement = intent?.status === 'succeeded' ? await settlePayment(services, intent.id) : undefined
    if (settlement !== 'paid') await startNextAttempt(db, order)
  }
  throw new ProviderUnavailable(`No usable intent in ${ROUNDS} rounds for order ${orderId}`)
}

const canStillBePaid = ({ status }: Intent) => status !== 'canceled' && status !== 'succeeded'

async function onlyUnpaidOrder(db: Database, caller: Caller, totalPrice: number): Promise<string> {
  const totalCents = dollarsToCents(totalPrice)
  if (totalCents === undefined) throw new ShopError('ORDER_AMBIGUOUS')
  const [order, another] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, caller.userId), eq(orders.state, 'unpaid'), eq(orders.totalCents, totalCents)))
    .limit(2)
  if (!order || another) throw new ShopError('ORDER_AMBIGUOUS')
  return order.id
}

async function payableOrder(
  { db, payments }: Services,
  caller: Caller,
  orderId: string,
  totalPrice: number,
): Promise<OrderRow> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, caller.userId)))
  if (!order) throw new ShopError('NOT_FOUND')
  if (order.state === 'paid' || order.state === 'shipped') throw new ShopError('ORDER_ALREADY_PAID')
  const isChargeable = order.totalCents >= payments.minimumCents && order.totalCents <= payments.maximumCents
  if (order.state !== 'unpaid' || !isChargeable) throw new ShopError('ORDER_NOT_PAYABLE')
  if (dollarsToCents(totalPrice) === order.totalCents) return order
  throw new ShopError('TOTAL_CHANGED', {
    current: {
      price: Number(order.unitPrice),
      totalPrice: centsToDollars(order.totalCents as Cents),
      orderQuantity: order.quantity,
    },
  })
}
