import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { bankMessages, type Shortfall } from '#contract/payments/bank.ts'
import { formatCents } from '#contract/basics/figures.ts'
import { TRANSFER_PREFIX } from '#contract/payments/payment-means.ts'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { openItems } from '#database/tables/accounts.ts'
import { transfers } from '#database/tables/bank.ts'
import { invalidField, ShopError } from '../errors.ts'
import { lateMoneyMail, partReceivedMail } from '../mail/templates/account-bills.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Bill } from '../orders/bill.ts'
import { presentOrder } from '../orders/lists/present-order.ts'
import { addReceipt } from '../payments/add-receipt.ts'
import { markPaid } from '../payments/settle-payment.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { dueOfEnded } from './due-of-ended.ts'
import { takeShortfall } from './take-shortfall.ts'

type Money = {
  cents: number
  /** The field of the request that names the amount. */
  field: string
  shortfall?: Shortfall | undefined
  /** Where it comes from: a movement of the bank, or another bill of the buyer. */
  from: { kind: 'bank'; movementId: string } | { kind: 'moved'; otherBillId: string }
}

/**
 * Gives money to a locked bill, and makes it paid with the last of it, or where what is missing is accepted. Money for a bill that has ended
 * waits: for the order to be revived, to be moved, or to be given back. Returns whether nothing is open any more.
 *
 * Postings: those of `addReceipt`, with the last of the money those of `markPaid`, and where some is missing those of `takeShortfall`.
 * @throws ShopError BILL_NOT_OPEN; INVALID_INPUT for more than is open.
 */
export async function receive(
  tx: Transaction,
  settings: Settings,
  admin: Caller,
  bill: Bill,
  { cents, field, shortfall, from }: Money,
): Promise<boolean> {
  const receiptId = randomUUID()
  const receipt = { id: receiptId, billId: bill.id, amountCents: cents, actorId: admin.userId, ...from }
  const closes = async (missing: number) => {
    if (shortfall)
      await takeShortfall(tx, settings, admin, bill, { missing, shortfall, field: field.replace('amount', 'shortfall.amount') })
    return missing === 0 || shortfall !== undefined
  }
  const [item] = await tx.select().from(openItems).where(eq(openItems.billId, bill.id)).for('update')
  if (item) {
    if (item.openCents === 0) throw new ShopError('BILL_NOT_OPEN')
    if (cents > item.openCents) throw invalidField(field, bankMessages.amountTooHigh(formatCents(item.openCents)))
    await addReceipt(tx, receipt)
    return closes(item.openCents - cents)
  }
  if (bill.state !== 'unpaid' && bill.state !== 'cancelled') throw new ShopError('BILL_NOT_OPEN')
  const transfer = await lockTransfer(tx, bill)
  if (bill.state === 'cancelled' && transfer.givenBackAt !== null) throw new ShopError('BILL_NOT_OPEN')
  const due = bill.state === 'unpaid' ? bill.totalCents : await dueOfEnded(tx, bill.id)
  const left = due - transfer.receivedCents - cents
  if (left < 0) throw invalidField(field, bankMessages.amountTooHigh(formatCents(Math.max(left + cents, 0))))
  await addReceipt(tx, receipt)
  if (bill.state === 'cancelled') {
    await queueMail(tx, lateMoneyMail(settings, receiptId, bill.orders.map(presentOrder), cents))
    return false
  }
  if (left > 0 && shortfall) return closes(left)
  if (left > 0) {
    const unpaid = bill.orders.filter(({ state }) => state === 'unpaid').map(presentOrder)
    await queueMail(tx, partReceivedMail(settings, receiptId, unpaid, { received: cents, left }))
    return false
  }
  const transactionId = `${TRANSFER_PREFIX}${receiptId}`
  await tx
    .update(transfers)
    .set({ transactionId, settledCents: bill.totalCents, settledAt: databaseNow })
    .where(eq(transfers.billId, bill.id))
  await markPaid(tx, settings, bill, { id: transactionId })
  return true
}

/** The row of a bill's transfer, added where it has none. */
async function lockTransfer(tx: Transaction, bill: Bill): Promise<typeof transfers.$inferSelect> {
  await tx.insert(transfers).values({ billId: bill.id, userId: bill.orders[0]!.userId }).onConflictDoNothing({ target: transfers.billId }) // a bill has orders
  const [transfer] = await tx
    .select()
    .from(transfers)
    .where(sql`${transfers.billId} = ${bill.id}::uuid`)
    .for('update')
  return transfer!
}
