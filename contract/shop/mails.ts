import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, IdParams, nullable, pageOf, someOf, text } from '../basics/fields.ts'
import { TEXT_LIMITS } from '../basics/limits.ts'

/**
 * States of a mail. 'waiting' is retried automatically. An admin can retry 'failed' (refused permanently, or its link
 * has expired), 'unknown' (handed over without an answer, so it may have arrived) and 'held' (above the daily limit of
 * its address).
 */
export const mailStates = ['waiting', 'sending', 'sent', 'failed', 'unknown', 'held'] as const
export const MailState = Type.Enum([...mailStates])
export type MailState = Static<typeof MailState>

/** States in which somebody has to look at a mail, as a query of the list of mails. */
export const TROUBLED_MAILS = 'failed,unknown'

/** Rows of a page of mails. */
export const MAILS_PAGE_SIZE = 50

/** A mail of the outbox as admins see it. */
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

/** One page of the outbox, newest first. `page` is the page returned: beyond the last page, the last one. */
export const MailPage = Type.Object({
  count: Type.Integer({ description: 'Mails of the state and the text' }),
  page: Type.Integer({ description: 'Page index from 0' }),
  states: Type.Object(
    Object.fromEntries(mailStates.map((state) => [state, Type.Integer()])) as Record<MailState, ReturnType<typeof Type.Integer>>,
    { description: 'How many of each state the text finds' },
  ),
  mails: Type.Array(MailRecord),
})
export type MailPage = Static<typeof MailPage>

/** What a mail says. Its HTML, in the shop's present name and footer, is at `mailPagePath`. */
export const MailText = Type.Object({
  text: nullable(Type.String({ description: 'Null where it has a link that opens an account, and where it was erased' })),
  hasHtml: Type.Boolean({ description: 'Whether its HTML is kept' }),
  isSecret: Type.Boolean({ description: 'It has, or had, a link that opens an account' }),
  isMerged: Type.Boolean({ description: 'It was sent in one mail with others about the same order' }),
})
export type MailText = Static<typeof MailText>

/** The HTML of a mail as a page without scripts, which loads nothing, for the session of a person who may read it. */
export const mailPagePath = (id: string) => `/mail-pages/${id}`

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
  page: {
    method: 'GET',
    path: '/allMails',
    policy: 'admin',
    permissions: ['settings'],
    summary: 'One page of the outbox, newest first, of all states or of some, with how many of each state the text finds',
    query: Type.Object({
      ...pageOf('Mails', MAILS_PAGE_SIZE),
      state: Type.Optional(someOf(mailStates, 'Only mails of this state')),
      q: Type.Optional(text(TEXT_LIMITS.search, { description: 'A part of the recipient or of the subject' })),
    }),
    response: MailPage,
  },
  one: {
    method: 'GET',
    path: '/mails/:id',
    policy: 'admin',
    permissions: ['settings'],
    summary: 'A mail of the outbox',
    params: IdParams,
    response: MailRecord,
  },
  text: {
    method: 'GET',
    path: '/mails/:id/text',
    policy: 'admin',
    summary: 'What a mail says, for admins alone; not of one that has a link which opens an account',
    params: IdParams,
    response: MailText,
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
