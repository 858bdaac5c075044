import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { mails } from '#database/tables/mails.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { ShopError } from '../errors.ts'
import { mailState } from './mail-state.ts'

/**
 * Has a mail tried at once that waits, was given up, or may be lost. Answers with the number that will be tried: 0 when
 * it is sent already, or is being sent at this moment and would go out twice.
 * @throws ShopError NOT_FOUND; LINK_EXPIRED when its link is no longer good.
 */
export async function retryMail(db: Database, actor: Actor, mailId: string): Promise<number> {
  const retried = await scheduleNow(db, actor, mailId)
  if (retried > 0) return retried
  const [known] = await db.select({ sentAt: mails.sentAt, body: mails.body }).from(mails).where(eq(mails.id, mailId))
  if (!known) throw new ShopError('NOT_FOUND')
  if (known.sentAt === null && known.body === '') throw new ShopError('LINK_EXPIRED')
  return 0
}

const scheduleNow = (db: Database, actor: Actor, mailId: string) =>
  transaction(db, async (tx) => {
    const retried = await tx
      .update(mails)
      .set({ runAfter: sql`least(${mails.runAfter}, now())`, failedAt: null })
      .where(and(eq(mails.id, mailId), isNull(mails.sentAt), ne(mails.body, ''), ne(mailState, 'sending')))
      .returning({ id: mails.id })
    if (retried.length > 0) await writeAudit(tx, actor, 'retry-mail', mailId)
    return retried.length
  })
