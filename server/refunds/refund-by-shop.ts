import { and, eq } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { openItems } from '#database/tables/accounts.ts'
import { invoices } from '#database/tables/invoices.ts'
import { paymentRefunds } from '#database/tables/payments.ts'
import { transaction } from '#database/transaction.ts'
import { addReceipt } from '../payments/add-receipt.ts'
import { lockPayment } from './lock-payment.ts'

/**
 * Makes a recorded refund of a payment without a card processor: of a bill on account, first the open amount is credited; the rest is
 * sent back by bank transfer, and is `pending` until an admin records the transfer (server/bank/give-back.ts).
 *
 * Postings: receivable to transfer clearing, of a bill by transfer in full (refund), of one on account what was not credited (receipt).
 */
export async function refundByShop(db: Database, refundId: string, intentId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const payment = await lockPayment(tx, intentId)
    const [asked] = await tx
      .select()
      .from(paymentRefunds)
      .where(and(eq(paymentRefunds.id, refundId), eq(paymentRefunds.state, 'asked')))
      .for('update')
    if (!payment?.bill || !asked) return
    // Of a delivery that has its own invoice, its own open item.
    const [noted] = await tx
      .select({ billId: openItems.billId })
      .from(invoices)
      .innerJoin(openItems, eq(openItems.billId, invoices.billId))
      .where(eq(invoices.id, asked.creditNoteId ?? asked.id))
    const billId = noted?.billId ?? payment.bill.id
    const [item] = await tx.select().from(openItems).where(eq(openItems.billId, billId)).for('update')
    const credit = Math.min(asked.amountCents, item?.openCents ?? 0)
    if (credit > 0) await addReceipt(tx, { billId, kind: 'credit', amountCents: credit, refundId, actorId: asked.actorId })
    await tx
      .update(paymentRefunds)
      .set({ state: credit === asked.amountCents ? 'succeeded' : 'pending', providerId: `shop_${refundId}` })
      .where(eq(paymentRefunds.id, refundId))
  })
}
