import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Cents } from '#contract/money.ts'
import type { Database } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { crashPoint } from '../crash-point.ts'
import type { Services } from '../services.ts'
import { ProviderUnavailable, type Intent } from './provider.ts'

type OrderRow = typeof orders.$inferSelect
type AttemptOf = Pick<OrderRow, 'id' | 'state' | 'paymentAttempt' | 'paymentIntent'>

/**
 * Opens the intent of an order's present attempt and records it with the order. The attempt is written before the
 * provider is asked, and asking again names the same attempt: however many callers meet here, and wherever one of
 * them dies, the order has one intent.
 * @returns undefined when the order has changed meanwhile, or the attempt has failed for good: read the order again.
 * @throws ProviderUnavailable
 */
export async function openAttempt({ db, payments }: Services, order: OrderRow): Promise<Intent | undefined> {
  const attempt = Math.max(order.paymentAttempt, 1)
  if (order.paymentAttempt < attempt && !(await writeFirstAttempt(db, order))) return undefined

  crashPoint('attempt: written')
  const { id: orderId, totalCents, placedAt, email, displayName } = order
  let intent: Intent
  try {
    intent = await payments.openIntent({ orderId, attempt, amount: totalCents as Cents, placedAt, email, displayName })
  } catch (error) {
    if (!(error instanceof ProviderUnavailable && error.stored)) throw error
    await startNextAttempt(db, { ...order, paymentAttempt: attempt })
    return undefined
  }

  crashPoint('attempt: opened')
  const recorded = await db
    .update(orders)
    .set({ paymentIntent: intent.id })
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.state, order.state),
        eq(orders.paymentAttempt, attempt),
        or(isNull(orders.paymentIntent), eq(orders.paymentIntent, intent.id)),
      ),
    )
    .returning({ id: orders.id })
  crashPoint('attempt: recorded')
  return recorded.length > 0 ? intent : undefined
}

/** Gives up the present attempt, whose intent nobody can pay any more. Of several callers, one moves the order on. */
export async function startNextAttempt(db: Database, order: AttemptOf): Promise<void> {
  await db
    .update(orders)
    .set({ paymentAttempt: sql`${orders.paymentAttempt} + 1`, paymentIntent: null })
    .where(
      and(
        eq(orders.id, order.id),
        eq(orders.state, order.state),
        eq(orders.paymentAttempt, order.paymentAttempt),
        sql`${orders.paymentIntent} is not distinct from ${order.paymentIntent}`,
      ),
    )
}

/** Answers whether the order is still waiting for a payment; another caller may have written the attempt already. */
async function writeFirstAttempt(db: Database, order: AttemptOf): Promise<boolean> {
  const written = await db
    .update(orders)
    .set({ paymentAttempt: 1 })
    .where(and(eq(orders.id, order.id), eq(orders.state, order.state), inArray(orders.paymentAttempt, [0, 1])))
    .returning({ id: orders.id })
  return written.length > 0
}
