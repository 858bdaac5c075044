import { sql } from 'drizzle-orm'
import { isDatabaseAway } from '#database/database-trouble.ts'
import { openStates } from '#database/tables/orders.ts'
import { finishCancelling } from '../orders/finish-cancelling.ts'
import type { Services } from '../services.ts'
import { readBill, type Bill } from '../orders/bill.ts'
import { chooseBills, type KnownAttempts, type OpenBill } from './choose-bills.ts'
import { openAttempt } from '../payments/open-attempt.ts'
import { handlePaymentEvents } from './payment-inbox.ts'
import { refundPayments } from '../payments/refund-payments.ts'
import { settlePayment } from '../payments/settle-payment.ts'

/** Concurrent requests; at a quarter of a second each, a third of Stripe's limit per second. */
const AT_ONCE = 8

/** Orders and groups that were examined, and those that could not be settled. */
type Reconciliation = { orders: number; failures: number }

/**
 * Brings the shop's rows in line with the payment provider after any loss or interruption: unhandled messages, unpaid
 * orders, orders being cancelled, and refunds. Each step may be repeated, and a failing step does not affect the others.
 * @param known what earlier runs of this process asked about; without it, everything is asked about.
 */
export async function reconcilePayments(services: Services, known: KnownAttempts = new Map()): Promise<Reconciliation> {
  const { log } = services
  const attempt = async (what: string, step: () => Promise<unknown>) => {
    try {
      await step()
      return true
    } catch (error) {
      if (isDatabaseAway(error)) throw error // so would all that follow
      log.warn({ err: error }, `${what} could not be reconciled and will be tried again`)
      return false
    }
  }

  await attempt('payment messages', () => handlePaymentEvents(services))
  const bills = chooseBills(await openBills(services), known)
  const result: Reconciliation = { orders: bills.length, failures: 0 }
  const waiting = bills.values()
  const askOneByOne = async () => {
    for (const { id } of waiting) {
      const isSettled = await attempt(`order or group ${id}`, async () => reconcileBill(services, await readBill(services.db, id)))
      if (!isSettled) result.failures++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOneByOne))
  await attempt('refunds', () => refundPayments(services))
  return result
}

async function reconcileBill(services: Services, bill: Bill | undefined): Promise<void> {
  if (!bill) return
  if (bill.state === 'cancelling') {
    await finishCancelling(services, bill.id)
    return
  }
  // No payment is opened for a fully cancelled bill.
  const opened = bill.paymentIntent === null && bill.state === 'unpaid' ? await openAttempt(services, bill) : undefined
  const intentId = bill.paymentIntent ?? opened?.id
  if (intentId) await settlePayment(services, intentId)
}

/**
 * Bills whose payment may have changed at the provider: those being cancelled, unpaid ones with an attempt, and those
 * cancelled within the last hour, for which money could still arrive.
 */
async function openBills({ db }: Services): Promise<OpenBill[]> {
  const justCancelled = sql`cancelled_at > now() - interval '1 hour'`
  const { rows } = await db.execute<OpenBill>(sql`
    select id, attempt, (extract(epoch from now() - since) * 1000)::float8 as "ageMs" from (
      select id, payment_attempt as attempt, case state when 'unpaid' then placed_at else now() end as since
      from orders
      where group_id is null and state in ${openStates} and (state = 'cancelling' or payment_attempt > 0)
      union all
      select id, payment_attempt, now()
      from orders
      where group_id is null and state = 'cancelled' and ${justCancelled} and payment_intent is not null
      union all
      select id, payment_attempt, case when exists (
        select from orders where group_id = g.id and (state = 'cancelling' or ${justCancelled})
      ) then now() else placed_at end
      from order_groups g
      where paid_at is null and payment_attempt > 0 and exists (
        select from orders where group_id = g.id and (state in ${openStates} or ${justCancelled})
      )
    ) open`)
  return rows
}
