import { sql, type SQL } from 'drizzle-orm'
import { minutesFromNow } from '#database/clock.ts'
import type { Queryable } from '#database/connect.ts'
import { mails, type MailBlock } from '#database/tables/mails.ts'
import type { MailKind } from './mail-bounds.ts'

/** A mail for the outbox. `ref` names what it tells about: there is one mail of a kind for each. */
export type QueuedMail = {
  kind: MailKind
  ref: string
  recipient: string
  subject: string
  body: string
  /** For the HTML, which is rendered when the mail is sent; a mail with a token has `html` instead. */
  blocks?: MailBlock[]
  html?: string
  /** Id of the order, or of its group, that the mail tells about: what happens to it within a minute becomes one mail. */
  about?: string
  /** Minutes that the link of the mail is good for, where it is good for a while only. */
  linkMinutes?: number
}

/**
 * Puts a mail into the outbox, in the transaction of what it tells about.
 * A second mail of the same kind about the same `ref` is not written.
 */
export const queueMail = (tx: Queryable, mail: QueuedMail): Promise<void> => queueMails(tx, [mail])

export async function queueMails(tx: Queryable, several: QueuedMail[]): Promise<void> {
  await tx.execute(insertMails(sql`${JSON.stringify(several)}`, sql`true`))
}

/**
 * The statement that puts `QueuedMail[]`, as JSON, into the outbox on a condition; also part of one that writes what they
 * tell about.
 */
export const insertMails = (several: SQL, condition: SQL): SQL => sql`
    insert into ${mails} (kind, ref, about, recipient, subject, body, blocks, html, link_expires_at)
    select kind, ref, about, recipient, subject, body, blocks, coalesce(html, ''), ${minutesFromNow(sql`"linkMinutes"`)}
    from jsonb_to_recordset(${several}::jsonb) as mail (
      kind text, ref text, about text, recipient text, subject text, body text, blocks jsonb, html text, "linkMinutes" int
    )
    where ${condition}
    on conflict (kind, ref) do nothing`
