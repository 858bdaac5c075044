import { and, asc, eq, isNull } from 'drizzle-orm'
import { databaseNow } from '#database/connect.ts'
import { refunds } from '#database/tables/payments.ts'
import type { Services } from '../services.ts'

const BATCH = 100

/**
 * Gives back the money of every refund that is not done. The provider does it once for each payment, however often it
 * is asked; one that fails is tried again at the next call. Answers with the number done.
 */
export async function refundPayments({ db, log, payments }: Services): Promise<number> {
  const open = await db
    .select({ intentId: refunds.paymentIntent })
    .from(refunds)
    .where(isNull(refunds.doneAt))
    .orderBy(asc(refunds.createdAt))
    .limit(BATCH)
  let done = 0
  for (const { intentId } of open) {
    try {
      await payments.refundIntent(intentId)
      await db
        .update(refunds)
        .set({ doneAt: databaseNow })
        .where(and(eq(refunds.paymentIntent, intentId), isNull(refunds.doneAt)))
      done++
    } catch (error) {
      log.error({ err: error, intentId }, 'a refund has failed and will be tried again')
    }
  }
  return done
}
