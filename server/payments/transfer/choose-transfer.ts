import { and, eq, sql } from 'drizzle-orm'
import { messages } from '#contract/basics/messages.ts'
import type { PaymentWays } from '#contract/payments/transfers.ts'
import { databaseNow } from '#database/clock.ts'
import { transfers } from '#database/tables/bank.ts'
import { orders } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../../errors.ts'
import { transferChosenMail } from '../../mail/templates/account-bills.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { presentOrder } from '../../orders/lists/present-order.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { applySettings } from '../../shop-settings/apply-settings.ts'
import type { Services } from '../../services.ts'
import { askBeforePayment } from '../../taxes/ask-before-payment.ts'
import { findTrust } from '../../trust/find-trust.ts'
import { findOwnBill, lockOwnBill, requireUnpaid } from '../own-bill.ts'
import { bankAccountOf, transferDaysOf } from '../../platform/settings/bank-account.ts'
import { waysOf } from './find-ways.ts'

/**
 * Lets the buyer pay an order, with the others of its group, by bank transfer: the pieces are held for the days of the settings, and the
 * order stays unpaid until a movement of the bank is confirmed for it. A card may still pay it. Asking again changes nothing.
 *
 * A bill that is to be paid at once cannot be paid so, as it would keep pieces from others for days (decision 17).
 * @throws ShopError NOT_FOUND; ORDER_ALREADY_PAID; ORDER_NOT_PAYABLE; TRANSFER_NOT_OFFERED; CONFIRM_FIRST without a confirmed address; PAY_FIRST
 *   for a bill that is to be paid at once.
 */
export async function chooseTransfer(services: Services, caller: Caller, orderId: string): Promise<PaymentWays> {
  const { db, settings } = services
  await applySettings(services)
  const account = bankAccountOf(settings)
  if (!account) throw new ShopError('TRANSFER_NOT_OFFERED')
  await askBeforePayment(services, await findOwnBill(db, caller, orderId))
  const trust = await findTrust(db, settings, caller.userId)
  return transaction(db, async (tx) => {
    const bill = await lockOwnBill(tx, caller, orderId)
    requireUnpaid(bill)
    if (trust.step === 'unconfirmed') throw new ShopError('CONFIRM_FIRST')
    if (bill.orders.some(({ atOnce }) => atOnce)) throw new ShopError('PAY_FIRST', { message: messages.onlyAtOnce })
    const [chosen] = await tx
      .insert(transfers)
      .values({ billId: bill.id, userId: caller.userId, chosenAt: databaseNow })
      .onConflictDoUpdate({ target: transfers.billId, set: { chosenAt: databaseNow }, setWhere: sql`${transfers.chosenAt} is null` })
      .returning()
    if (!chosen) return waysOf(tx, services, caller, bill)

    const minutes = Math.min(transferDaysOf(settings) * 24 * 60, trust.allows.transferMinutes)
    const held = await tx
      .update(orders)
      .set({ payBy: sql`greatest(${orders.payBy}, now() + make_interval(mins => ${minutes}::int))` })
      .where(and(bill.kind === 'order' ? eq(orders.id, bill.id) : eq(orders.groupId, bill.id), eq(orders.state, 'unpaid')))
      .returning()
    const inOrder = held.toSorted((a, b) => a.position - b.position).map(presentOrder)
    await queueMail(tx, transferChosenMail(settings, bill, inOrder, { account, reference: chosen.reference }))
    return waysOf(tx, services, caller, bill)
  })
}
