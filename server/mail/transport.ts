import type { MailKind } from './queue-mail.ts'

/**
 * One mail, ready to go. `id` is the outbox row's and `queuedAt` its time, so that a mail which is sent again after
 * a crash can be told for the same one.
 */
export type Letter = { id: string; kind: MailKind; queuedAt: Date; to: string; subject: string; body: string }

/** What the shop needs to send mail; the folder of trial mode and SMTP both fit. */
export type MailTransport = {
  /**
   * Sends one mail or throws; the outbox tries again later. Must give up by itself within `SEND_TIMEOUT_MS`.
   * `letter.to` is a plain address, checked before.
   */
  send(letter: Letter): Promise<void>
}

/** Longest time that sending one mail may take, in milliseconds. */
export const SEND_TIMEOUT_MS = 20_000
