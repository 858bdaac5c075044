import type { Queryable } from '#database/connect.ts'
import { mails } from '#database/tables/mails.ts'

export type MailKind =
  | 'verify-email'
  | 'reset-password'
  | 'order-placed'
  | 'order-paid'
  | 'order-shipped'
  | 'order-cancelled'
  | 'contact-message'

/** A mail for the outbox. `ref` names what it tells about: there is one mail of a kind for each. */
export type QueuedMail = { kind: MailKind; ref: string; recipient: string; subject: string; body: string }

/**
 * Puts a mail into the outbox, in the transaction of what it tells about.
 * A second mail of the same kind about the same `ref` is not written.
 */
export async function queueMail(tx: Queryable, mail: QueuedMail): Promise<void> {
  await tx.insert(mails).values(mail).onConflictDoNothing({ target: [mails.kind, mails.ref] })
}
