import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { databaseNow, minutesFromNow, transaction } from '#database/connect.ts'
import { refunds } from '#database/tables/payments.ts'
import { crashPoint } from '../crash-point.ts'
import { adminReaders } from '../mail/admin-readers.ts'
import { refundLateLetter } from '../mail/letters.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'

const BATCH = 100
/** The reconciler tries a refund each minute; after so many minutes of failing, the shop's people are told. */
const LATE_MINUTES = 15

/**
 * Gives back the money of every refund that is not done. The provider does it once for each payment, however often it
 * is asked; one that fails is tried again at the next call. Answers with the number done.
 */
export async function refundPayments(services: Services): Promise<number> {
  const { db, log, payments } = services
  const open = await db
    .select({ intentId: refunds.paymentIntent, orderId: refunds.orderId })
    .from(refunds)
    .where(isNull(refunds.doneAt))
    .orderBy(asc(refunds.createdAt))
    .limit(BATCH)
  let done = 0
  for (const { intentId, orderId } of open) {
    try {
      await payments.refundIntent(intentId)
      crashPoint('refund: given')
      await db
        .update(refunds)
        .set({ doneAt: databaseNow })
        .where(and(eq(refunds.paymentIntent, intentId), isNull(refunds.doneAt)))
      done++
    } catch (error) {
      log.error({ err: error, orderId, intentId }, 'a refund has failed and will be tried again')
      await tellWhenLate(services, intentId)
    }
  }
  return done
}

/** Tells the shop's people once of a refund that has failed for long, by the database's clock. */
async function tellWhenLate({ db, settings }: Services, intentId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const [late] = await tx
      .select()
      .from(refunds)
      .where(
        and(
          eq(refunds.paymentIntent, intentId),
          isNull(refunds.doneAt),
          lte(refunds.createdAt, minutesFromNow(-LATE_MINUTES)),
        ),
      )
    if (!late) return
    const { orderId, reason } = late
    for (const reader of await adminReaders(tx, settings)) {
      const facts = { intentId, orderId: orderId ?? 'not known', reason }
      await queueMail(tx, refundLateLetter(settings, reader, facts, LATE_MINUTES))
    }
  })
}
