import { eq } from 'drizzle-orm'
import { invoices } from '#database/tables/invoices.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { paperCopyMail } from '../mail/templates/invoices.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import { answerOnce, type RepeatableRequest } from '../platform/http/answer-once.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'

/**
 * Mails an invoice or a credit note to its buyer once more, with its PDF. A request that is repeated with its Idempotency-Key mails nothing
 * again.
 * @throws ShopError NOT_FOUND; BUYER_ERASED
 */
export function mailPaper(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  request: RepeatableRequest,
  admin: Caller,
  paperId: string,
): Promise<{ modifiedCount: number }> {
  return answerOnce(db, request, admin, async (tx) => {
    const { id, kind, number, orderNumbers } = invoices
    const [found] = await tx
      .select({ paper: { id, kind, number, orderNumbers }, recipient: users.email, erasedAt: users.erasedAt })
      .from(invoices)
      .innerJoin(users, eq(users.id, invoices.userId))
      .where(eq(id, paperId))
      .for('share', { of: users })
    if (!found) throw new ShopError('NOT_FOUND')
    const { paper, recipient, erasedAt } = found
    if (erasedAt !== null) throw new ShopError('BUYER_ERASED')
    await queueMail(tx, paperCopyMail(settings, paper, recipient))
    await writeAudit(tx, admin, 'mail-paper', paper.number)
    return { modifiedCount: 1 }
  })
}
