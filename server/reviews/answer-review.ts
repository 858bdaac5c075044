import { eq } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { reviews } from '#database/tables/reviews.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { ShopError } from '../errors.ts'

/**
 * Sets the shop's answer to a review; an empty one removes it. `modifiedCount` is 0 when nothing changes.
 * @throws ShopError NOT_FOUND
 */
export async function answerReview(db: Database, actor: Actor, reviewId: string, written: string): Promise<{ modifiedCount: 0 | 1 }> {
  const answer = written.replace(/\r\n?/g, '\n').trim() || null
  return transaction(db, async (tx) => {
    const [before] = await tx.select({ answer: reviews.answer }).from(reviews).where(eq(reviews.id, reviewId)).for('no key update')
    if (!before) throw new ShopError('NOT_FOUND')
    if (before.answer === answer) return { modifiedCount: 0 }
    await tx
      .update(reviews)
      .set({ answer, answeredAt: answer === null ? null : databaseNow })
      .where(eq(reviews.id, reviewId))
    await writeAudit(tx, actor, 'answer-review', reviewId, {
      characters: answer?.length ?? 0,
      charactersBefore: before.answer?.length ?? 0,
    })
    return { modifiedCount: 1 }
  })
}
