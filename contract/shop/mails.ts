import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, IdParams, nullable } from '../basics/fields.ts'

/**
 * States of a mail. 'waiting' is retried automatically. An admin can retry 'failed' (refused permanently, or its link
 * has expired), 'unknown' (handed over without an answer, so it may have arrived) and 'held' (above the daily limit of
 * its address).
 */
export const MailState = Type.Enum(['waiting', 'sending', 'sent', 'failed', 'unknown', 'held'])
export type MailState = Static<typeof MailState>

/** A mail of the outbox as admins see it, without its text, which can contain a link that signs in. */
export const MailRecord = Type.Object({
  id: Id,
  kind: Type.String(),
  recipient: Type.String(),
  subject: Type.String(),
  state: MailState,
  createdAt: Type.String({ format: 'date-time' }),
  sentAt: nullable(Type.String({ format: 'date-time' })),
  attempts: Type.Integer({ description: 'Attempts to send it' }),
  sentWith: nullable(Type.String({ description: 'Id of the mail about the same order in which this one was told, too' })),
  lastError: nullable(Type.String({ description: 'Why the last attempt failed; null when none has' })),
})
export type MailRecord = Static<typeof MailRecord>

/** Why no mails are sent at the moment. */
export const MailStop = Type.Object({
  since: Type.String({ format: 'date-time' }),
  cause: Type.String({ description: 'What the mail server said, in one line' }),
  advice: Type.String({ description: 'What to do about it' }),
  nextTryAt: Type.String({ format: 'date-time', description: 'When one mail is tried again' }),
})
export type MailStop = Static<typeof MailStop>

export const MailQueue = Type.Object({
  waiting: Type.Integer({ description: 'Mails to be sent, and those being sent' }),
  heldBack: Type.Integer({ description: 'Mails held back, because their address had got as many as a day allows' }),
  stop: nullable(MailStop),
})
export type MailQueue = Static<typeof MailQueue>

export const mailCalls = defineCalls('Mails', 'mails', {
  all: {
    method: 'GET',
    path: '/mails',
    policy: 'admin',
    permissions: ['settings'],
    summary: 'The newest mails of the outbox, newest first',
    response: Type.Array(MailRecord),
  },
  retry: {
    method: 'PUT',
    path: '/mails/:id/retry',
    policy: 'admin',
    permissions: ['settings'],
    summary: 'Send a mail now that waits, has failed or may be lost; modifiedCount 0 when it is sent or being sent',
    params: IdParams,
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
  queue: {
    method: 'GET',
    path: '/mail-queue',
    policy: 'admin',
    permissions: ['settings'],
    summary: 'How many mails wait, and why none are sent where the mail server refuses the shop',
    response: MailQueue,
  },
  tryNow: {
    method: 'PUT',
    path: '/mail-queue/try',
    policy: 'admin',
    permissions: ['settings'],
    summary: 'Have a stopped outbox try a mail at once; modifiedCount 0 when it is not stopped',
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
})
