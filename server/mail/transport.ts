/**
 * One mail, ready to go. `id` is the outbox row's and `queuedAt` its time, so that a mail which an admin has sent once
 * more can be told for the same one. `html` is empty where there is only the text.
 */
export type Letter = {
  id: string
  kind: string
  queuedAt: Date
  to: string
  subject: string
  body: string
  html: string
}

/** What the shop needs to send mail; the folder of trial mode and SMTP both fit. */
export type MailTransport = {
  /**
   * Sends one mail or throws: `MailRefused`, `MailMayBeSent`, `ShopRefused`, or any other error when the mail surely was not
   * sent and may be tried again. Must give up by itself within `SEND_TIMEOUT_MS`. `letter.to` is a plain address, checked.
   */
  send(letter: Letter): Promise<void>
  /** Asks the mail server, without sending anything, whether it would take a mail of the shop. @throws ShopRefused, or any other error */
  probe?(): Promise<void>
}

export class MailRefused extends Error {}

/** The shop is refused, not this mail alone: its sender, login, connection or content. The mail was not sent. */
export class ShopRefused extends Error {
  readonly advice: string
  /** Whether the refusal followed a recipient or a mail, so that it may be about this one after all. */
  readonly afterRecipient: boolean
  /** Whether only a mail that is sent proves that the cause is gone. */
  readonly needsMail: boolean

  constructor(message: string, { advice, afterRecipient, needsMail }: Pick<ShopRefused, 'advice' | 'afterRecipient' | 'needsMail'>) {
    super(message)
    this.advice = advice
    this.afterRecipient = afterRecipient
    this.needsMail = needsMail
  }
}

/** The mail was handed over and no answer came: nobody knows whether it went out. It is not sent again unasked. */
export class MailMayBeSent extends Error {}

/**
 * Longest time that sending one mail may take, in milliseconds. The end of the shop waits for it, and for the turn of the
 * outbox that it belongs to (`deliver-mails.ts`): both together stay below the 15 seconds which that end may take.
 */
export const SEND_TIMEOUT_MS = 9_000
