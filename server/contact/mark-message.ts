import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { contactMessages } from '#database/tables/contact-messages.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { ShopError } from '../errors.ts'

/**
 * Marks a message as answered, or unmarks it. `modifiedCount` is 0 when nothing changes; the time of the first
 * mark then stays.
 * @throws ShopError NOT_FOUND
 */
export async function markMessage(db: Database, actor: Actor, messageId: string, answered: boolean): Promise<{ modifiedCount: 0 | 1 }> {
  const isThisOne = eq(contactMessages.id, messageId)
  const isOtherwise = answered ? isNull(contactMessages.answeredAt) : isNotNull(contactMessages.answeredAt)
  return transaction(db, async (tx) => {
    const changed = await tx
      .update(contactMessages)
      .set({ answeredAt: answered ? databaseNow : null })
      .where(and(isThisOne, isOtherwise))
      .returning({ id: contactMessages.id })
    if (changed.length > 0) {
      await writeAudit(tx, actor, answered ? 'answer-message' : 'reopen-message', messageId)
      return { modifiedCount: 1 }
    }
    if ((await tx.$count(contactMessages, isThisOne)) === 0) throw new ShopError('NOT_FOUND')
    return { modifiedCount: 0 }
  })
}
