import { desc } from 'drizzle-orm'
import type { MailRecord } from '#contract/shop/mails.ts'
import type { Queryable } from '#database/connect.ts'
import { mails } from '#database/tables/mails.ts'
import { mailState } from './mail-state.ts'

/** Maximum mails in one answer. */
const LISTED = 500
/** For a mail whose attempt has no recorded outcome. */
const INTERRUPTED = 'The shop was interrupted while sending it. It may have arrived.'

/** The newest mails of the outbox, without their text. For admins. */
export async function listMails(db: Queryable): Promise<MailRecord[]> {
  const rows = await db
    .select({
      id: mails.id,
      kind: mails.kind,
      recipient: mails.recipient,
      subject: mails.subject,
      state: mailState,
      createdAt: mails.createdAt,
      sentAt: mails.sentAt,
      attempts: mails.attempts,
      sentWith: mails.sentWith,
      lastError: mails.lastError,
    })
    .from(mails)
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(LISTED)
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    lastError: row.lastError ?? (row.state === 'unknown' ? INTERRUPTED : null),
  }))
}
