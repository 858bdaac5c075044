import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { bankMessages, SHORTFALL_LIMIT, type Shortfall } from '#contract/payments/bank.ts'
import { formatCents } from '#contract/basics/figures.ts'
import { roundToCents } from '#contract/basics/money.ts'
import { TRANSFER_PREFIX } from '#contract/payments/payment-means.ts'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { openItems } from '#database/tables/accounts.ts'
import { transfers } from '#database/tables/bank.ts'
import { paymentRefunds } from '#database/tables/payments.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ProviderUnavailable, ShopError } from '../errors.ts'
import { findDeliveryInvoices } from '../payments/account/invoice-delivery.ts'
import { isDelivery, lockBill, nameOfBill, type Bill } from '../orders/bill.ts'
import { setEventActor } from '../orders/set-event-actor.ts'
import { addReceipt } from '../payments/add-receipt.ts'
import { endCardPayment, mayTakeMoney } from '../payments/end-card-payment.ts'
import { markPaid } from '../payments/settle-payment.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { creditRefunds } from '../refunds/credit-refunds.ts'
import { lockPayment } from '../refunds/lock-payment.ts'
import { updateOrders } from '../refunds/update-orders.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import type { Services } from '../services.ts'

/** Cents that may be missing of a bill and are accepted with one press. */
export const shortfallLimitOf = ({ shop }: Pick<Settings, 'shop'>): number => Math.round((shop.shortfallLimit ?? SHORTFALL_LIMIT) * 100)

/** Maximum of card payments that are ended for one request: a buyer may open another in the meantime. */
const ROUNDS = 4

/**
 * Accepts what is missing of a bill of which a part has arrived, or of a bill on account: it is paid then.
 * @throws ShopError NOT_FOUND; BILL_NOT_OPEN; ITEM_CHANGED when another sum is missing than the person saw; INVALID_INPUT above the limit, or
 *   where nothing has arrived; PAYMENT_UNDERWAY while the bank decides about a card payment.
 * @throws ProviderUnavailable
 */
export async function acceptShortfall(services: Services, admin: Caller, billId: string, shortfall: Shortfall): Promise<{ paid: boolean }> {
  await applySettings(services)
  let ended: string | undefined
  for (let round = 1; round <= ROUNDS; round++) {
    const taken = await transaction(services.db, async (tx) => {
      const bill = await lockBill(tx, billId)
      if (!bill) throw new ShopError('NOT_FOUND')
      if (bill.state === 'unpaid' && mayTakeMoney(bill, ended)) return bill
      const missing = await missingOf(tx, bill)
      await setEventActor(tx, admin)
      await takeShortfall(tx, services.settings, admin, bill, { missing, shortfall, field: 'amount' })
      return undefined
    })
    if (!taken) return { paid: true }
    ended = await endCardPayment(services, taken)
  }
  throw new ProviderUnavailable(`A payment was opened again in each of ${ROUNDS} rounds for bill ${billId}`)
}

/** Cents that are missing of a locked bill that waits for money and has some. */
async function missingOf(tx: Transaction, bill: Bill): Promise<number> {
  const [item] = await tx.select().from(openItems).where(eq(openItems.billId, bill.id)).for('update')
  if (item && item.openCents === 0) throw new ShopError('BILL_NOT_OPEN')
  if (item) return item.openCents
  if (bill.state !== 'unpaid') throw new ShopError('BILL_NOT_OPEN')
  const [transfer] = await tx.select().from(transfers).where(eq(transfers.billId, bill.id)).for('update')
  if (!transfer || transfer.receivedCents === 0) throw invalidField('amount', bankMessages.shortfallWithoutMoney)
  return bill.totalCents - transfer.receivedCents
}

type Missing = {
  /** Cents that are missing now. */
  missing: number
  shortfall: Shortfall
  /** The field of the request that names the amount. */
  field: string
}

/**
 * Closes a locked bill of which these cents are missing. Charges of banks are costs of the shop, the price stays; a discount is taken off the
 * price and its tax, as a refund for which no money moves.
 *
 * Postings: charges those of `addReceipt`; a discount receivable to transfer clearing (refund) for a bill by transfer, and its credit note on the
 * account of discounts; both of an unpaid bill those of `markPaid`.
 */
export async function takeShortfall(
  tx: Transaction,
  settings: Settings,
  admin: Caller,
  bill: Bill,
  { missing, shortfall: { amount, why }, field }: Missing,
): Promise<void> {
  if (roundToCents(amount) !== missing) throw new ShopError('ITEM_CHANGED')
  if (await isNotInvoiced(tx, bill)) throw invalidField(field, bankMessages.shortfallNotInvoiced)
  const limit = shortfallLimitOf(settings)
  if (missing > limit) throw invalidField(field, bankMessages.shortfallAbove(formatCents(limit)))
  await writeAudit(tx, admin, 'accept-shortfall', bill.id, { amountCents: missing, why, bills: nameOfBill(bill) })
  const receiptId = randomUUID()
  const receipt = { id: receiptId, billId: bill.id, amountCents: missing, actorId: admin.userId }
  if (why === 'bank-charges') await addReceipt(tx, { ...receipt, kind: 'charges' })
  const isOnAccount = bill.state !== 'unpaid'
  const transactionId = isOnAccount ? bill.transactionId! : `${TRANSFER_PREFIX}${receiptId}` // on account it has one
  if (!isOnAccount) await markPaid(tx, settings, bill, { id: transactionId, accepted: { missing, why } })
  if (why === 'discount') await giveDiscount(tx, receipt, transactionId, bill)
  if (isOnAccount) return
  await tx
    .update(transfers)
    .set({ transactionId, settledCents: bill.totalCents, settledAt: databaseNow })
    .where(eq(transfers.billId, bill.id))
}

/** Of a bill that is invoiced by delivery, what has not left: nothing of it is asked for yet. */
const isNotInvoiced = async (tx: Transaction, { id }: Bill) =>
  (await tx.$count(openItems, and(eq(openItems.billId, id), openItems.byDelivery))) > 0

type DiscountReceipt = { id: string; billId: string; amountCents: number; actorId: string }

/** Takes a discount off a bill that is paid with it. */
async function giveDiscount(tx: Transaction, receipt: DiscountReceipt, intentId: string, paid: Bill): Promise<void> {
  const { bill } = (await lockPayment(tx, intentId))! // it is paid
  const refundId = randomUUID()
  await tx.insert(paymentRefunds).values({
    id: refundId,
    intentId,
    orderId: isDelivery(paid) ? paid.orders[0]!.id : bill!.kind === 'order' ? bill!.id : null, // what is paid has its bill
    amountCents: receipt.amountCents,
    state: 'succeeded',
    madeBy: 'shop',
    actorId: receipt.actorId,
    reason: 'Discount',
    providerId: `shop_${refundId}`,
    isDiscount: true,
  })
  await addReceipt(tx, { ...receipt, kind: 'credit', refundId })
  await updateOrders(tx, bill!, { isDiscount: true })
  const discount = { intentId, reason: 'A discount was granted.', isDiscount: true }
  if (!isDelivery(paid)) await creditRefunds(tx, bill!, discount)
  else {
    const invoiced = await findDeliveryInvoices(tx, paid.orders[0]!)
    // What was given back of it as freight before stays so.
    const { freightBackCents = 0 } = invoiced?.find(({ billId }) => billId === paid.id) ?? {}
    await creditRefunds(tx, paid, { ...discount, refundId, ofDelivery: { cents: receipt.amountCents, freightCents: freightBackCents } })
  }
}
