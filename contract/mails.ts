import Type, { type Static } from 'typebox'
import { defineCall } from './call.ts'
import { Id, IdParams, nullable } from './fields.ts'

/** A mail of the outbox as admins see it; never its text, which can hold a link that signs somebody in. */
export const MailRecord = Type.Object({
  id: Id,
  kind: Type.String(),
  recipient: Type.String(),
  subject: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  sentAt: nullable(Type.String({ format: 'date-time' })),
  attempts: Type.Integer({ description: 'How often sending it was begun' }),
  lastError: nullable(Type.String({ description: 'Why the last attempt failed; null when none has' })),
})
export type MailRecord = Static<typeof MailRecord>

export const mailCalls = {
  all: defineCall({
    method: 'GET',
    path: '/mails',
    policy: 'admin',
    tag: 'Mails',
    summary: 'The newest mails of the outbox, newest first',
    response: Type.Array(MailRecord),
  }),
  retry: defineCall({
    method: 'PUT',
    path: '/mails/:id/retry',
    policy: 'admin',
    tag: 'Mails',
    summary: 'Send a waiting mail within half a minute, however long its next attempt is away; modifiedCount 0 when it is sent',
    params: IdParams,
    response: Type.Object({ modifiedCount: Type.Integer() }),
  }),
}
