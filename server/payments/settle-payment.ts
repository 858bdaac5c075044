import { and, eq, sql } from 'drizzle-orm'
import { formatCents } from '#contract/basics/figures.ts'

import { shopCalendar } from '#contract/parts/lead-time.ts'
import { shipDayOf } from '#contract/promises/promise.ts'
import { isOpen } from '#contract/orders/order-states.ts'
import { isRecordedByShop } from '#contract/payments/payment-means.ts'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { openStates, orderGroups, orders } from '#database/tables/orders.ts'
import { returnedPayments } from '#database/tables/payments.ts'
import { transaction } from '#database/transaction.ts'
import { issueInvoice } from '../invoices/issue-invoice.ts'
import { adminRecipients } from '../mail/admin-recipients.ts'
import { onAccountMail, type PaidLater } from '../mail/templates/account-bills.ts'
import { groupPaidMail, orderPaidMail, type Accepted } from '../mail/templates/orders.ts'
import { refundDueMail } from '../mail/templates/refunds.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { quoteNumberOf } from '../orders/lists/find-group.ts'
import { presentOrder } from '../orders/lists/present-order.ts'
import { mailPaidOrders } from '../orders/mails/mail-paid-orders.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { billOfOrder, lockBill, nameOfBill, type Bill } from '../orders/bill.ts'
import type { Intent } from './provider.ts'

/**
 * - `paid`: this call made the order, or every order of the group, paid
 * - `already_paid`: this payment was recorded before
 * - `refunded`: the money has arrived and is refunded
 * - `not_succeeded`: there is no money yet
 * - `unknown`: neither the provider nor the shop knows what was paid for
 */
export type Settlement = 'paid' | 'already_paid' | 'refunded' | 'not_succeeded' | 'unknown'

const CURRENCY = 'usd'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Makes an order paid that was paid by card; all orders of a group become paid together. Uses the provider's current state
 * of the intent, never the content of a browser's report or a message, so it may be called repeatedly and in any order.
 * Other ways to pay end in `markPaid`, too.
 * Money that no unpaid order waits for is refunded once; money for an order of another shop is not touched.
 *
 * Postings: those of `markPaid`; for money that pays for nothing, card clearing to returns due (unmatched-payment).
 * @throws ProviderUnavailable
 */
export async function settlePayment(services: Services, intentId: string): Promise<Settlement> {
  const { db, log, payments } = services
  // The provider does not know it, and it was recorded together with its bill.
  if (isRecordedByShop(intentId)) return 'already_paid'
  const intent = await payments.findIntent(intentId)
  if (!intent) return 'unknown'
  if (intent.status !== 'succeeded') return 'not_succeeded'

  const { settlement, refundReason } = await transaction(db, (tx) => record(tx, services, intent))
  const about = { orderId: intent.orderId, intentId, amount: intent.amount, currency: intent.currency }
  if (refundReason) log.error({ ...about, reason: refundReason }, 'a payment is refunded: it does not match its order')
  if (settlement === 'unknown') log.warn(about, 'a payment is for no order of this shop')
  return settlement
}

type Recorded = { settlement: Settlement; refundReason?: string }

async function record(tx: Transaction, { settings }: Services, intent: Intent): Promise<Recorded> {
  if (!UUID.test(intent.orderId)) return { settlement: 'unknown' }
  const bill = await lockBill(tx, intent.orderId)
  if (!bill) return { settlement: 'unknown' }
  if (bill.transactionId === intent.id) return { settlement: 'already_paid' }
  // Money that is being refunded pays for nothing, even if the provider later reports success.
  const [refund] = await tx.select().from(returnedPayments).where(eq(returnedPayments.paymentIntent, intent.id))
  if (refund) return { settlement: 'refunded' }

  const refundReason = whyNotPaid(bill, intent)
  if (refundReason) {
    await giveBack(tx, settings, bill, intent, refundReason)
    return { settlement: 'refunded', refundReason }
  }
  await markPaid(tx, settings, bill, intent)
  return { settlement: 'paid' }
}

/**
 * What a bill is paid with. `onAccount`: a bill that is paid later, and when. `accepted`: cents that are missing and why they are
 * accepted.
 */
type PaidWith = { id: string; onAccount?: PaidLater | undefined; accepted?: Accepted | undefined }

/**
 * The only function that makes orders paid: those of a bill that is locked and open, under one transaction id. An id of the shop's
 * own is also written as the payment of the bill, so that no card payment is opened for it any more.
 *
 * Postings (debit to credit), for each order: card or transfer clearing to receivable (payment), none for an order on account; for the bill:
 * receivable to revenue and tax payable (invoice), unless it is invoiced by delivery (`invoiceDelivery`).
 */
export async function markPaid(tx: Transaction, settings: Settings, bill: Bill, paidWith: PaidWith): Promise<void> {
  await (bill.kind === 'order' ? payOrder(tx, settings, bill, paidWith) : payGroup(tx, settings, bill, paidWith))
}

async function payOrder(
  tx: Transaction,
  settings: Settings,
  bill: Bill,
  { id: transactionId, onAccount, accepted }: PaidWith,
): Promise<void> {
  const [paid] = await tx
    .update(orders)
    .set({ state: 'paid', paymentIntent: transactionId, transactionId, paidAt: databaseNow, shipBy: promisedDay(settings, bill) })
    .where(eq(orders.id, bill.id))
    .returning()
  const order = presentOrder(paid!) // the row is locked, so it exists
  await queueMail(tx, onAccount ? onAccountMail(settings, bill.id, [order], onAccount) : orderPaidMail(settings, order, accepted))
  await mailPaidOrders(tx, settings, [paid!])
  if (!onAccount?.byDelivery) await issueInvoice(tx, billOfOrder(paid!), onAccount ?? {})
}

async function payGroup(
  tx: Transaction,
  settings: Settings,
  bill: Bill,
  { id: transactionId, onAccount, accepted }: PaidWith,
): Promise<void> {
  const groupId = bill.id
  const paid = await tx
    .update(orders)
    .set({ state: 'paid', transactionId, paidAt: databaseNow, shipBy: promisedDay(settings, bill) })
    .where(and(eq(orders.groupId, groupId), sql`${orders.state} in ${openStates}`))
    .returning()
  await tx.update(orderGroups).set({ paymentIntent: transactionId, transactionId, paidAt: databaseNow }).where(eq(orderGroups.id, groupId))
  const inOrder = paid.toSorted((a, b) => a.position - b.position)
  const presented = inOrder.map(presentOrder)
  const quoteNumber = await quoteNumberOf(tx, groupId)
  await queueMail(
    tx,
    onAccount
      ? onAccountMail(settings, groupId, presented, onAccount)
      : groupPaidMail(settings, { groupId, quoteNumber, orders: presented }, accepted),
  )
  await mailPaidOrders(tx, settings, inOrder)
  if (!onAccount?.byDelivery) await issueInvoice(tx, { kind: 'group', id: groupId, orders: inOrder }, onAccount ?? {})
}

/** The day by which each order of a bill leaves that is paid now. It is kept, so that it does not move with each day and each new holiday. */
function promisedDay({ shop: { holidays } }: Settings, bill: Bill) {
  const calendar = shopCalendar(holidays)
  const dayOf = Object.fromEntries(bill.orders.map((order) => [order.id, shipDayOf(order, calendar)]))
  return sql`(${JSON.stringify(dayOf)}::jsonb ->> ${orders.id}::text)::date`
}

/** Records the refund that is due and queues the mails to admins. The reconciler makes the refund. */
async function giveBack(tx: Transaction, settings: Settings, bill: Bill, intent: Intent, reason: string): Promise<void> {
  const { id: intentId, amount: amountCents } = intent
  // Admins find a group by its first order.
  const orderId = bill.orders[0]!.id
  await tx.insert(returnedPayments).values({ paymentIntent: intentId, orderId, amountCents, reason })
  for (const reader of await adminRecipients(tx, settings)) {
    await queueMail(tx, refundDueMail(settings, reader, { intentId, order: nameOfBill(bill), reason }))
  }
}

/** Why succeeded money does not pay for this order, as a sentence with the amount; undefined when it does. */
function whyNotPaid(bill: Bill, { id, amount, currency }: Intent): string | undefined {
  const arrived = money(amount, currency)
  if (bill.kind === 'order' && bill.orders[0]!.groupId) return `${arrived} arrived for an order that is paid together with others.`
  if (bill.kind === 'group' && bill.state === 'cancelled') return `${arrived} arrived for orders that were all cancelled before.`
  if (amount !== bill.totalCents || currency !== CURRENCY) {
    return `${arrived} arrived instead of ${money(bill.totalCents, CURRENCY)}.`
  }
  if (bill.state === 'cancelled') return `${arrived} arrived for an order that was cancelled before.`
  if (!isOpen(bill.state)) return `${arrived} arrived for an order that was paid before.`
  const another = bill.paymentIntent !== null && bill.paymentIntent !== id
  return another ? `${arrived} arrived while another payment is open for the order.` : undefined
}

/** The number of decimal places of a foreign currency is known only to the provider. */
function money(cents: number, currency: string): string {
  if (currency === CURRENCY) return formatCents(cents)
  return `${cents} in the smallest unit of ${currency.toUpperCase()}`
}
