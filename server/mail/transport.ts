import type { MailKind } from './queue-mail.ts'

/**
 * One mail, ready to go. `id` is the outbox row's and `queuedAt` its time, so that a mail which an admin has sent once
 * more can be told for the same one. `html` is empty where there is only the text.
 */
export type Letter = {
  id: string
  kind: MailKind
  queuedAt: Date
  to: string
  subject: string
  body: string
  html: string
}

/** What the shop needs to send mail; the folder of trial mode and SMTP both fit. */
export type MailTransport = {
  /**
   * Sends one mail or throws: `MailRefused`, `MailMayBeSent`, or any other error when the mail surely was not sent
   * and may be tried again. Must give up by itself within `SEND_TIMEOUT_MS`. `letter.to` is a plain address, checked.
   */
  send(letter: Letter): Promise<void>
}

/** This mail will not be taken, now or later. */
export class MailRefused extends Error {}

/** The mail was handed over and no answer came: nobody knows whether it went out. It is not sent again unasked. */
export class MailMayBeSent extends Error {}

/**
 * Longest time that sending one mail may take, in milliseconds. The end of the shop waits for it, and for the turn of the
 * outbox that it belongs to (`deliver-mails.ts`): both together stay below the 15 seconds which that end may take.
 */
export const SEND_TIMEOUT_MS = 9_000
