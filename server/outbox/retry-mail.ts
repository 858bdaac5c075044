import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { mails } from '#database/tables/mails.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { ShopError } from '../errors.ts'
import { mailState } from './mail-state.ts'

/**
 * Schedules a waiting, failed or possibly lost mail for now. Returns the number scheduled: 0 when it was sent, or is being
 * sent.
 * @throws ShopError NOT_FOUND; LINK_EXPIRED.
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
