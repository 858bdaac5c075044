/**
 * One mail to send. `id` and `queuedAt` are those of its row, so that a mail which is sent again can be recognised. `html` may
 * be empty.
 */
export type OutgoingMail = {
  id: string
  kind: string
  queuedAt: Date
  to: string
  subject: string
  body: string
  html: string
  /** Message-ID of the mail that this one answers. */
  inReplyTo?: string
  /** Files that go with it. */
  attachments?: Attachment[]
}

/** Mails that a process sends concurrently. */
export const MAILS_AT_ONCE = 5

export type Attachment = { name: string; type: string; bytes: Buffer }

/** A way to send mails: the folder of trial mode, or SMTP. */
export type MailTransport = {
  /**
   * Sends one mail or throws: `MailRefused`, `MailMayBeSent`, `ShopRefused`, or any other error when the mail was certainly not
   * sent and may be tried again. Must end within `SEND_TIMEOUT_MS`. `mail.to` is one plain address.
   */
  send(mail: OutgoingMail): Promise<void>
  /** Checks, without sending a mail, whether the mail server accepts mails of the shop. @throws ShopRefused, or any other error */
  probe?(): Promise<void>
}

export class MailRefused extends Error {}

/** The sender, login, connection or content is refused, which affects all mails. The mail was not sent. */
export class ShopRefused extends Error {
  readonly advice: string
  /** Whether the refusal followed a recipient or a mail, so that it may affect only this one. */
  readonly afterRecipient: boolean
  /** Whether only a sent mail proves that the cause is resolved. */
  readonly needsMail: boolean

  constructor(message: string, { advice, afterRecipient, needsMail }: Pick<ShopRefused, 'advice' | 'afterRecipient' | 'needsMail'>) {
    super(message)
    this.advice = advice
    this.afterRecipient = afterRecipient
    this.needsMail = needsMail
  }
}

/** The mail was transmitted without an answer, so it may have been sent. It is not sent again automatically. */
export class MailMayBeSent extends Error {}

/**
 * Timeout of sending one mail, in ms. A shutdown waits for it and for its run of the outbox (`deliver-mails.ts`); both together
 * stay below the 15 seconds of a shutdown.
 */
export const SEND_TIMEOUT_MS = 9_000
