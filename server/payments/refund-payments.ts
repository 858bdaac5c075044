import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import { databaseNow, minutesFromNow } from '#database/clock.ts'
import { returnedPayments } from '#database/tables/payments.ts'
import { transaction } from '#database/transaction.ts'
import { adminRecipients } from '../mail/admin-recipients.ts'
import { refundLateMail } from '../mail/templates/refunds.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { nameOfBill, readBill } from '../orders/bill.ts'
import type { Services } from '../services.ts'

const PAGE = 100
const AT_ONCE = 4
/** The reconciler retries a refund each minute; after this time of failures, admins are notified. */
const LATE_MINUTES = 15

/**
 * Refunds every payment whose refund is not done. The provider refunds each payment once; a failed refund is retried at the
 * next call. Returns the number done. Postings: when the provider's refund is read (`mergeRefunds`).
 */
export async function refundPayments(services: Services): Promise<number> {
  let done = 0
  for (let after = ''; ;) {
    const open = await services.db
      .select({ intentId: returnedPayments.paymentIntent, orderId: returnedPayments.orderId })
      .from(returnedPayments)
      .where(and(isNull(returnedPayments.doneAt), gt(returnedPayments.paymentIntent, after)))
      .orderBy(asc(returnedPayments.paymentIntent))
      .limit(PAGE)
    for (let start = 0; start < open.length; start += AT_ONCE) {
      const given = await Promise.all(open.slice(start, start + AT_ONCE).map((refund) => giveBack(services, refund)))
      done += given.filter(Boolean).length
    }
    const last = open.at(-1)
    if (!last || open.length < PAGE) return done
    after = last.intentId
  }
}

async function giveBack(services: Services, { intentId, orderId }: { intentId: string; orderId: string | null }): Promise<boolean> {
  const { db, log, payments } = services
  try {
    await payments.refundIntent(intentId)
    await db
      .update(returnedPayments)
      .set({ doneAt: databaseNow })
      .where(and(eq(returnedPayments.paymentIntent, intentId), isNull(returnedPayments.doneAt)))
    return true
  } catch (error) {
    log.error({ err: error, orderId, intentId }, 'a refund has failed and will be tried again')
    await notifyWhenLate(services, intentId)
    return false
  }
}

/** Notifies admins once of a refund that has failed for `LATE_MINUTES`, by the database's clock. */
async function notifyWhenLate({ db, settings }: Services, intentId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const [late] = await tx
      .select()
      .from(returnedPayments)
      .where(
        and(
          eq(returnedPayments.paymentIntent, intentId),
          isNull(returnedPayments.doneAt),
          lte(returnedPayments.createdAt, minutesFromNow(-LATE_MINUTES)),
        ),
      )
    if (!late) return
    const { orderId, reason } = late
    const facts = { intentId, order: nameOfBill(orderId === null ? undefined : await readBill(tx, orderId)), reason }
    for (const reader of await adminRecipients(tx, settings)) {
      await queueMail(tx, refundLateMail(settings, reader, facts, LATE_MINUTES))
    }
  })
}
