import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '#database/connect.ts'
import { mails } from '#database/tables/mails.ts'
import { ShopError } from '../errors.ts'
import { SEND_TIMEOUT_MS } from './transport.ts'

/** Seconds after which an attempt that is under way now has ended and its outcome is written. */
const ATTEMPT_OVER_SECONDS = SEND_TIMEOUT_MS / 1_000 + 5

/**
 * Brings the next attempt of an unsent mail forward. Not to this very moment: nobody can tell whether the mail is being
 * sent right now, and then it would go out twice. Answers with the number that will be tried: 0 when it is sent already.
 * @throws ShopError NOT_FOUND
 */
export async function retryMail(db: Queryable, mailId: string): Promise<number> {
  const retried = await db
    .update(mails)
    .set({ runAfter: sql`least(${mails.runAfter}, now() + make_interval(secs => ${ATTEMPT_OVER_SECONDS}::int))` })
    .where(and(eq(mails.id, mailId), isNull(mails.sentAt)))
    .returning({ id: mails.id })
  if (retried.length > 0) return retried.length
  const [known] = await db.select({ id: mails.id }).from(mails).where(eq(mails.id, mailId))
  if (!known) throw new ShopError('NOT_FOUND')
  return 0
}
