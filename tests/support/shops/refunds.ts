import { eq } from 'drizzle-orm'
import type { Order } from '#contract/orders/orders.ts'
import { disputes, paymentRefunds, payments } from '#database/tables/payments.ts'
import { mails } from '#database/tables/mails.ts'
import { receivePaymentEvent, handlePaymentEvents } from '#server/payment-events/payment-inbox.ts'
import { signWebhook } from '#server/payments/webhook-signature.ts'
import type { Customer, TestShop } from './open-shop.ts'
import { cards, payOrder, unpaidOrder } from './payments.ts'

/** A new customer's paid order of 1,000 pieces for $2,500, with its part and payment. */
export async function paidOrder(shop: TestShop, card: string = cards.pays) {
  const bought = await unpaidOrder(shop)
  return { ...bought, intentId: await payOrder(shop, bought.buyer, bought.order, card) }
}

let told = 0

/** Notifies the shop of a change of a payment; it queries the processor for the change. */
export async function tell({ services, processor }: TestShop, intentId: string, type = 'charge.refunded'): Promise<number> {
  const body = Buffer.from(processor.message(intentId, type, `evt_told_${++told}`))
  await receivePaymentEvent(services, body, signWebhook(body, processor.webhookSecret))
  return handlePaymentEvents(services)
}

/** The requests of the admins' screen. */
export const refundByAdmin = (admin: Customer, order: Pick<Order, '_id'>, reason = 'Out of stock after all') =>
  admin.post(`/order/${order._id}/refund`, { reason })

/** The refunds of a payment, as the shop has them, and their sum. */
export async function refundsOfPayment({ db }: TestShop, intentId: string) {
  const rows = await db.select().from(paymentRefunds).where(eq(paymentRefunds.intentId, intentId)).orderBy(paymentRefunds.createdAt)
  const [payment] = await db.select().from(payments).where(eq(payments.intentId, intentId))
  return { rows, refundedCents: payment?.refundedCents }
}

export const disputesOf = ({ db }: TestShop, intentId: string) => db.select().from(disputes).where(eq(disputes.intentId, intentId))

/** Kinds of mail to one address, oldest first, with their counts. */
export async function mailsTo({ db }: TestShop, recipient: string): Promise<string[]> {
  const rows = await db.select({ kind: mails.kind }).from(mails).where(eq(mails.recipient, recipient)).orderBy(mails.createdAt)
  return rows.map(({ kind }) => kind)
}
