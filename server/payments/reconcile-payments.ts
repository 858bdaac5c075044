import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import { orderGroups, orders } from '#database/tables/orders.ts'
import { finishCancelling } from '../orders/finish-cancelling.ts'
import type { Services } from '../services.ts'
import { billOfOrder, readGroupBill, type Bill } from './bill.ts'
import { openAttempt } from './open-attempt.ts'
import { handlePaymentEvents } from './payment-inbox.ts'
import { refundPayments } from './refund-payments.ts'
import { settlePayment } from './settle-payment.ts'

const PAGE = 100
/** Questions to the provider under way at once. */
const AT_ONCE = 4

/** How many orders and groups were looked at, and how many of them could not be settled now. */
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
  for await (const some of billsToAskAbout(services)) {
    const settled = await Promise.all(
      some.map((find) => attempt(`${find.kind} ${find.id}`, async () => reconcileBill(services, await find.bill()))),
    )
    result.orders += settled.length
    result.failures += settled.filter((isSettled) => !isSettled).length
  }
  await attempt('refunds', () => refundPayments(services))
  return result
}

async function reconcileBill(services: Services, bill: Bill | undefined): Promise<void> {
  if (!bill) return
  if (bill.state === 'cancelling') {
    await finishCancelling(services, bill.id)
    return
  }
  // Nothing is opened any more for what is cancelled altogether.
  const opened = bill.paymentIntent === null && bill.state === 'unpaid' ? await openAttempt(services, bill) : undefined
  const intentId = bill.paymentIntent ?? opened?.id
  if (intentId) await settlePayment(services, intentId)
}

/** A bill to look at. The orders of a group are read when its turn comes, because there may be many of them. */
type ToAskAbout = Pick<Bill, 'kind' | 'id'> & { bill: () => Promise<Bill | undefined> }

/**
 * Orders and groups whose payment may stand differently at the provider, a few at a time: those being cancelled, unpaid
 * ones with a payment begun, and those cancelled within the last hour, for which money could still arrive.
 */
async function* billsToAskAbout({ db }: Services): AsyncGenerator<ToAskAbout[]> {
  const alone = isNull(orders.groupId)
  const open = inArray(orders.state, ['unpaid', 'cancelling'])
  const justCancelled: SQL = sql`${orders.cancelledAt} > now() - interval '1 hour'`
  const askAboutOrder = (order: typeof orders.$inferSelect): ToAskAbout => ({
    kind: 'order',
    id: order.id,
    bill: async () => billOfOrder(order),
  })
  const ordersWhere = (which: SQL | undefined) =>
    inFews(
      ({ after }) =>
        db
          .select()
          .from(orders)
          .where(and(alone, which, gt(orders.position, after)))
          .orderBy(asc(orders.position))
          .limit(PAGE),
      askAboutOrder,
    )
  yield* ordersWhere(and(open, or(eq(orders.state, 'cancelling'), gt(orders.paymentAttempt, 0))))
  yield* ordersWhere(and(eq(orders.state, 'cancelled'), justCancelled, isNotNull(orders.paymentIntent)))

  const hasSuchOrders = exists(
    db.select({ one: sql`1` }).from(orders).where(and(eq(orders.groupId, orderGroups.id), or(open, justCancelled))),
  )
  yield* inFews(
    ({ after }) =>
      db
        .select({ id: orderGroups.id, position: orderGroups.position })
        .from(orderGroups)
        .where(and(isNull(orderGroups.paidAt), gt(orderGroups.paymentAttempt, 0), hasSuchOrders, gt(orderGroups.position, after)))
        .orderBy(asc(orderGroups.position))
        .limit(PAGE),
    ({ id }): ToAskAbout => ({ kind: 'group', id, bill: () => readGroupBill(db, id) }),
  )
}

/** Reads page by page in the order of `position` and hands the rows on in small groups. */
async function* inFews<Row extends { position: number }>(
  readPage: (from: { after: number }) => Promise<Row[]>,
  toAskAbout: (row: Row) => ToAskAbout,
): AsyncGenerator<ToAskAbout[]> {
  for (let after = 0; ; ) {
    const page = await readPage({ after })
    for (let start = 0; start < page.length; start += AT_ONCE) yield page.slice(start, start + AT_ONCE).map(toAskAbout)
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.position
  }
}
