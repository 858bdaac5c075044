import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { TRANSFER_PREFIX } from '#contract/payments/payment-means.ts'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { billReceipts, transfers } from '#database/tables/bank.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { lockBill } from '../../orders/bill.ts'
import { markPaid } from '../settle-payment.ts'

/**
 * Makes a bill paid of which orders were cancelled, if earlier transfers cover the remaining amount. Money beyond it is to be sent
 * back (`server/bank/give-back.ts`). Locks the bill.
 */
export async function settleReceived(tx: Transaction, settings: Settings, billId: string): Promise<void> {
  const bill = await lockBill(tx, billId)
  if (bill?.state !== 'unpaid') return
  const [transfer] = await tx
    .select({ receivedCents: transfers.receivedCents })
    .from(transfers)
    .where(and(eq(transfers.billId, billId), isNull(transfers.settledAt), gt(transfers.receivedCents, 0)))
    .for('update')
  if (!transfer || transfer.receivedCents < bill.totalCents) return
  const [last] = await tx
    .select({ id: billReceipts.id })
    .from(billReceipts)
    .where(eq(billReceipts.billId, billId))
    .orderBy(desc(billReceipts.position))
    .limit(1)
  const transactionId = `${TRANSFER_PREFIX}${last!.id}` // what was received has its receipts
  await tx
    .update(transfers)
    .set({ transactionId, settledCents: bill.totalCents, settledAt: databaseNow })
    .where(eq(transfers.billId, billId))
  await markPaid(tx, settings, bill, { id: transactionId })
}
