import { and, asc, eq, gt, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import { orders } from '#database/tables/orders.ts'
import { finishCancelling } from '../orders/cancel-order.ts'
import type { Services } from '../services.ts'
import { openAttempt } from './open-attempt.ts'
import { handlePaymentEvents } from './payment-inbox.ts'
import { refundPayments } from './refund-payments.ts'
import { settlePayment } from './settle-payment.ts'

type OrderRow = typeof orders.$inferSelect

const PAGE = 100
/** Questions to the provider under way at once. */
const AT_ONCE = 4

/** How many orders were looked at, and how many of them could not be settled now. */
export type Reconciliation = { orders: number; failures: number }

/**
 * Brings the shop in line with what the payment provider says, whatever was lost or died in between: messages not
 * handled, orders being paid, orders being cancelled, and refunds. Each step may be repeated at will, and one that
 * fails leaves the others alone.
 */
export async function reconcilePayments(services: Services): Promise<Reconciliation> {
  const { log } = services
  const attempt = async (what: string, step: () => Promise<unknown>) => {
    try {
      await step()
      return true
    } catch (error) {
      log.warn({ err: error }, `${what} could not be reconciled and will be tried again`)
      return false
    }
  }

  await attempt('payment messages', () => handlePaymentEvents(services))
  const result: Reconciliation = { orders: 0, failures: 0 }
  for await (const some of ordersToAskAbout(services)) {
    const settled = await Promise.all(
      some.map((order) => attempt(`order ${order.id}`, () => reconcileOrder(services, order))),
    )
    result.orders += settled.length
    result.failures += settled.filter((isSettled) => !isSettled).length
  }
  await attempt('refunds', () => refundPayments(services))
  return result
}

async function reconcileOrder(services: Services, order: OrderRow): Promise<void> {
  if (order.state === 'cancelling') {
    await finishCancelling(services, order.id)
    return
  }
  const intentId = order.paymentIntent ?? (await openAttempt(services, order))?.id
  if (intentId) await settlePayment(services, intentId)
}

/**
 * Orders whose payment may stand differently at the provider, a few at a time: those being cancelled, unpaid ones with
 * a payment begun, and those cancelled within the last hour, for which money could still arrive.
 */
async function* ordersToAskAbout({ db }: Services): AsyncGenerator<OrderRow[]> {
  const open = inArray(orders.state, ['unpaid', 'cancelling'])
  yield* inFews(({ after }) =>
    db
      .select()
      .from(orders)
      .where(and(open, gt(orders.position, after), or(eq(orders.state, 'cancelling'), gt(orders.paymentAttempt, 0))))
      .orderBy(asc(orders.position))
      .limit(PAGE),
  )
  const justCancelled: SQL = sql`${orders.cancelledAt} > now() - interval '1 hour'`
  yield* inFews(({ after }) =>
    db
      .select()
      .from(orders)
      .where(and(eq(orders.state, 'cancelled'), justCancelled, isNotNull(orders.paymentIntent), gt(orders.position, after)))
      .orderBy(asc(orders.position))
      .limit(PAGE),
  )
}

/** Reads page by page in the order of `position` and hands the rows on in small groups. */
async function* inFews(readPage: (from: { after: number }) => Promise<OrderRow[]>): AsyncGenerator<OrderRow[]> {
  for (let after = 0; ; ) {
    const page = await readPage({ after })
    for (let start = 0; start < page.length; start += AT_ONCE) yield page.slice(start, start + AT_ONCE)
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.position
  }
}
