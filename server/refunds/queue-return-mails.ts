import { formatCents } from '#contract/basics/figures.ts'
import type { Transaction } from '#database/connect.ts'
import type { orders } from '#database/tables/orders.ts'
import { adminRecipients } from '../mail/admin-recipients.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { disputeDecidedMail, disputeOpenedMail, orderRefundedMail, refundFailedMail, refundFoundMail } from '../mail/templates/refunds.ts'
import { presentOrder } from '../orders/lists/present-order.ts'
import { nameOfBill, type Bill } from '../orders/bill.ts'
import type { Settings } from '../platform/settings/settings.ts'
import type { DisputeNews } from './merge-disputes.ts'
import type { RefundNews } from './merge-refunds.ts'

/** No mail is sent about a refund older than this when the shop finds it. */
const NEWS_MS = 3 * 86_400_000

type WhatChanged = RefundNews &
  DisputeNews & {
    intentId: string
    /** What the payment paid for, if anything. */
    bill: Bill | undefined
    ended: (typeof orders.$inferSelect)[]
  }

/** Queues the mails about a payment's changes: to the customer when money is refunded, to admins always. */
export async function queueReturnMails(tx: Transaction, settings: Settings, changed: WhatChanged): Promise<void> {
  const { intentId, bill, ended, found, failed, opened, decided } = changed
  const recent = found.filter(({ createdAt }) => createdAt.getTime() > Date.now() - NEWS_MS)
  const paid = bill?.orders.filter(({ state }) => state !== 'cancelled').map(presentOrder) ?? []
  const isEnded = ended.length > 0
  for (const { id, amountCents } of recent) {
    if (bill) await queueMail(tx, orderRefundedMail(settings, paid, { refundId: id, amount: formatCents(amountCents), isEnded }))
  }
  if (recent.length + failed.length + opened.length + decided.length === 0) return

  const order = nameOfBill(bill)
  for (const reader of await adminRecipients(tx, settings)) {
    for (const { id, amountCents } of recent) {
      await queueMail(tx, refundFoundMail(settings, reader, { id, intentId, order, amount: formatCents(amountCents), isEnded }))
    }
    for (const { id, amountCents } of failed) {
      await queueMail(tx, refundFailedMail(settings, reader, { id, intentId, order, amount: formatCents(amountCents) }))
    }
    for (const { id, amountCents, reason, evidenceDueAt } of opened) {
      const dispute = { id, intentId, order, amount: formatCents(amountCents), reason, evidenceDueAt }
      await queueMail(tx, disputeOpenedMail(settings, reader, dispute))
    }
    for (const { id, amountCents, state } of decided) {
      const dispute = { id, intentId, order, amount: formatCents(amountCents), isWon: state === 'won' }
      await queueMail(tx, disputeDecidedMail(settings, reader, dispute))
    }
  }
}
