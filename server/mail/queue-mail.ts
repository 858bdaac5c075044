import { sql } from 'drizzle-orm'
import { minutesFromNow, type Queryable } from '#database/connect.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { mails } from '#database/tables/mails.ts'

export type MailKind =
  | 'verify-email'
  | 'reset-password'
  | 'order-placed'
  | 'order-paid'
  | 'order-shipped'
  | 'order-cancelled'
  | 'contact-message'
  | 'refund-due'
  | 'refund-late'
  | 'api-key-created'
  | 'api-key-revoked'

/** A mail for the outbox. `ref` names what it tells about: there is one mail of a kind for each. */
export type QueuedMail = {
  kind: MailKind
  ref: string
  recipient: string
  subject: string
  /** The plain text. */
  body: string
  /** The same as HTML. */
  html: string
  /** Minutes that the link of the mail is good for, where it is good for a while only. */
  linkMinutes?: number
}

/**
 * Puts a mail into the outbox, in the transaction of what it tells about.
 * A second mail of the same kind about the same `ref` is not written.
 */
export async function queueMail(tx: Queryable, { linkMinutes, ...mail }: QueuedMail): Promise<void> {
  // Sent at once, not after the next turn of the promises: see `withCommit`.
  await queuedMail(tx).execute({ ...mail, linkMinutes: linkMinutes ?? null })
}

const queuedMail = preparedOnce((db) =>
  db
    .insert(mails)
    .values({
      kind: sql.placeholder('kind'),
      ref: sql.placeholder('ref'),
      recipient: sql.placeholder('recipient'),
      subject: sql.placeholder('subject'),
      body: sql.placeholder('body'),
      html: sql.placeholder('html'),
      linkExpiresAt: minutesFromNow(sql.placeholder('linkMinutes')), // of no minutes, no time
    })
    .onConflictDoNothing({ target: [mails.kind, mails.ref] })
    .prepare('queued_mail'),
)
