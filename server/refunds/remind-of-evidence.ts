import { and, asc, eq, gt, lt, notInArray, sql } from 'drizzle-orm'
import { formatCents } from '#contract/basics/figures.ts'
import { databaseNow } from '#database/clock.ts'
import { disputes } from '#database/tables/payments.ts'
import { transaction } from '#database/transaction.ts'
import { adminRecipients } from '../mail/admin-recipients.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { evidenceDueMail } from '../mail/templates/refunds.ts'
import { nameOfBill } from '../orders/bill.ts'
import type { Services } from '../services.ts'
import { lockPayment } from './lock-payment.ts'

/** Days before the deadline for evidence. */
const DAYS_BEFORE = 3
const BATCH = 100
/** The provider's words for a dispute that was answered. */
const ANSWERED = ['under_review', 'warning_under_review']

/** A dispute that takes evidence for a few more days, and has neither evidence nor a reminder. */
const isDue = and(
  eq(disputes.state, 'open'),
  notInArray(disputes.providerState, ANSWERED),
  gt(disputes.evidenceDueAt, databaseNow),
  lt(disputes.evidenceDueAt, sql`${databaseNow} + make_interval(days => ${DAYS_BEFORE}::int)`),
  sql`not exists (select from mails where kind = 'evidence-due' and starts_with(ref, ${disputes.id} || ' '))`,
)

/**
 * Mails a reminder about each dispute whose evidence is due within three days, once. Its payment is locked first: one that was
 * decided or answered in the meantime gets none. Returns the number of disputes.
 */
export async function remindOfEvidence({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<number> {
  const due = await db
    .select({ id: disputes.id, intentId: disputes.intentId })
    .from(disputes)
    .where(isDue)
    .orderBy(asc(disputes.evidenceDueAt))
    .limit(BATCH)
  let reminded = 0
  for (const { id, intentId } of due) {
    await transaction(db, async (tx) => {
      const payment = await lockPayment(tx, intentId)
      const [dispute] = await tx
        .select()
        .from(disputes)
        .where(and(eq(disputes.id, id), isDue))
      if (!dispute) return
      const { amountCents, reason, evidenceDueAt } = dispute
      const facts = { id, intentId, order: nameOfBill(payment?.bill), amount: formatCents(amountCents), reason, evidenceDueAt }
      for (const recipient of await adminRecipients(tx, settings)) await queueMail(tx, evidenceDueMail(settings, recipient, facts))
      reminded++
    })
  }
  return reminded
}
