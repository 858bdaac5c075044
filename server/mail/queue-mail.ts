import { sql, type SQL } from 'drizzle-orm'
import { minutesFromNow } from '#database/clock.ts'
import type { Queryable } from '#database/connect.ts'
import { mails, type MailBlock } from '#database/tables/mails.ts'
import type { MailKind } from './mail-bounds.ts'

/** A mail for the outbox. `ref` is its subject's id: there is one mail for each kind and `ref`. */
export type QueuedMail = {
  kind: MailKind
  ref: string
  recipient: string
  subject: string
  body: string
  /** For the HTML, which is rendered when the mail is sent; a mail with a token has `html` instead. */
  blocks?: MailBlock[]
  html?: string
  /** Id of the order or group that the mail is about: events within a minute become one mail. */
  about?: string
  /** Lifetime of the mail's link in minutes, if it expires. */
  linkMinutes?: number
  /** Message-ID of the mail that this one answers. */
  inReplyTo?: string
}

/**
 * Adds a mail to the outbox, in the transaction of its event. A second mail of the same kind and `ref` is not written.
 */
export const queueMail = (tx: Queryable, mail: QueuedMail): Promise<void> => queueMails(tx, [mail])

export async function queueMails(tx: Queryable, several: QueuedMail[]): Promise<void> {
  await tx.execute(insertMails(sql`${JSON.stringify(several)}`, sql`true`))
}

/**
 * The statement that adds `QueuedMail[]`, as JSON, to the outbox on a condition; it can be part of the statement of the event.
 */
export const insertMails = (several: SQL, condition: SQL): SQL => sql`
    insert into ${mails} (kind, ref, about, recipient, subject, body, blocks, html, link_expires_at, in_reply_to)
    select kind, ref, about, recipient, subject, body, blocks, coalesce(html, ''), ${minutesFromNow(sql`"linkMinutes"`)}, "inReplyTo"
    from jsonb_to_recordset(${several}::jsonb) as mail (
      kind text, ref text, about text, recipient text, subject text, body text, blocks jsonb, html text, "linkMinutes" int, "inReplyTo" text
    )
    where ${condition}
    on conflict (kind, ref) do nothing`
