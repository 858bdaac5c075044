import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { contactMessages } from '#database/tables/contact-messages.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { ShopError } from '../errors.ts'

/**
 * Marks a message as answered, or unmarks it. Returns the number changed: 0 when nothing changes; the time of the first
 * mark then stays.
 * @throws ShopError NOT_FOUND
 */
export async function markMessage(db: Database, actor: Actor, messageId: string, answered: boolean): Promise<number> {
  const isThisOne = eq(contactMessages.id, messageId)
  const isOtherwise = answered ? isNull(contactMessages.answeredAt) : isNotNull(contactMessages.answeredAt)
  const marked = await transaction(db, async (tx) => {
    const changed = await tx
      .update(contactMessages)
      .set({ answeredAt: answered ? databaseNow : null })
      .where(and(isThisOne, isOtherwise))
      .returning({ id: contactMessages.id })
    if (changed.length > 0) await writeAudit(tx, actor, answered ? 'answer-message' : 'reopen-message', messageId)
    return changed.length
  })
  if (marked > 0) return marked
  const [known] = await db.select({ id: contactMessages.id }).from(contactMessages).where(isThisOne)
  if (!known) throw new ShopError('NOT_FOUND')
  return 0
}
