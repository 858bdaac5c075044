import { eq, sql } from 'drizzle-orm'
import { canBecome, wasPaid } from '#contract/orders/order-states.ts'
import { isLiveRefund } from '#contract/payments/payment-states.ts'
import type { Transaction } from '#database/connect.ts'
import { disputes, paymentRefunds } from '#database/tables/payments.ts'
import { dueCentsOf, type OrderRow } from '#database/tables/orders.ts'
import { returnPieces } from '../orders/return-pieces.ts'
import type { Bill } from '../orders/bill.ts'
import { shareRefunds } from './share-refunds.ts'

/** Of several disputes the worst state counts. */
const WORST_FIRST = ['open', 'lost', 'won'] as const

/**
 * Writes refunded amounts and the dispute's state to the orders of a paid bill, whose rows are locked. An order of which nothing
 * was sent and whose whole price and tax are refunded becomes `refunded`: its pieces go back into stock. Returns the orders that this call
 * ended. With `isDiscount` what is new was a discount.
 */
export async function updateOrders(tx: Transaction, bill: Bill, { isDiscount = false } = {}): Promise<OrderRow[]> {
  const intentId = bill.transactionId ?? ''
  const paid = bill.orders.filter(({ state }) => wasPaid(state))
  const made = await tx.select().from(paymentRefunds).where(eq(paymentRefunds.intentId, intentId))
  const disputed = await tx.select({ state: disputes.state }).from(disputes).where(eq(disputes.intentId, intentId))
  const live = made.filter(({ state }) => isLiveRefund(state))
  const shares = shareRefunds(
    paid.map((order) => ({ id: order.id, dueCents: dueCentsOf(order) })),
    live,
  )
  const dispute = WORST_FIRST.find((worst) => disputed.some(({ state }) => state === worst)) ?? null
  // Rounding may raise a share of a refund to an order's whole price; that alone ends no order.
  const isAllBack = sumOf(live) === sumOf(paid.map((order) => ({ amountCents: dueCentsOf(order) })))
  const isBack = (order: OrderRow) => isAllBack || sumOf(live.filter(({ orderId }) => orderId === order.id)) === dueCentsOf(order)

  const ended = paid.filter((order) => canBecome(order.state, 'refunded') && order.parceledPieces === 0 && isBack(order))
  const stands = paid.map((order) => ({ id: order.id, cents: shares.get(order.id), dispute, ends: ended.includes(order) }))
  await tx.execute(sql`
    update orders set
      refunded_cents = stand.cents,
      discount_cents = discount_cents + case when ${isDiscount} then stand.cents - refunded_cents else 0 end,
      dispute = stand.dispute,
      state = case when stand.ends then 'refunded' else state end,
      refunded_at = case when stand.ends then now() else refunded_at end
    from jsonb_to_recordset(${JSON.stringify(stands)}::jsonb) as stand(id uuid, cents bigint, dispute text, ends boolean)
    where orders.id = stand.id and (stand.ends or (orders.refunded_cents, orders.dispute) is distinct from (stand.cents, stand.dispute))`)
  if (ended.length > 0) await returnPieces(tx, ended)
  return ended
}

const sumOf = (amounts: { amountCents: number }[]) => amounts.reduce((sum, { amountCents }) => sum + amountCents, 0)
