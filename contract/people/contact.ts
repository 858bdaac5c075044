import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Email, Id, IdParams, nullable, requiredText, strictObject, text, pageOf } from '../basics/fields.ts'
import { CONTACT_PAGE_SIZE, TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'

/** What a visitor writes on the contact screen. */
export const NewContactMessage = strictObject({
  name: requiredText(TEXT_LIMITS.name, messages.nameRequired),
  email: Email,
  message: requiredText(TEXT_LIMITS.contactMessage, messages.contactMessageRequired),
})
export type NewContactMessage = Static<typeof NewContactMessage>

/** A message as admins read it. Name and email are as typed and not verified. */
export const ContactMessage = Type.Object({
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  message: Type.String({ description: 'Plain text with line breaks' }),
  createdAt: Type.String({ format: 'date-time' }),
  answeredAt: nullable(Type.String({ format: 'date-time', description: 'When an admin marked it as answered' })),
  quote: Type.Optional(Type.Object({ _id: Id, number: Type.String() }, { description: 'The quote that answered it' })),
})
export type ContactMessage = Static<typeof ContactMessage>

export const messageStates = ['waiting', 'answered'] as const

/** One page of the messages. `page` is the page returned: beyond the last page, the last one. */
export const ContactPage = Type.Object({
  count: Type.Integer({ description: 'Messages of the state and the text that were asked for, or in all' }),
  states: Type.Object({ waiting: Type.Integer(), answered: Type.Integer() }, { description: 'How many of each state the text finds' }),
  page: Type.Integer({ description: 'Page index from 0' }),
  messages: Type.Array(ContactMessage),
})
export type ContactPage = Static<typeof ContactPage>

export const contactCalls = defineCalls('Contact', 'contact', {
  send: {
    method: 'POST',
    path: '/contact',
    policy: 'public',
    summary: 'Write to the shop; it is kept for the admins and mailed to them',
    body: NewContactMessage,
    response: Type.Object({ insertedId: Id }),
  },
  page: {
    method: 'GET',
    path: '/contact',
    policy: 'admin',
    permissions: ['customers'],
    summary: 'One page of the messages, newest first; both figures are clamped into their bounds',
    query: Type.Object({
      page: Type.Optional(Type.Integer({ default: 0, description: 'Page index from 0' })),
      size: Type.Optional(Type.Integer({ default: CONTACT_PAGE_SIZE, description: 'Messages per page, 1 to 100' })),
      after: pageOf('Messages', CONTACT_PAGE_SIZE).after,
      state: Type.Optional(Type.Enum([...messageStates])),
      q: Type.Optional(text(TEXT_LIMITS.search, { description: 'A part of a message, or of the name or email of its writer' })),
    }),
    response: ContactPage,
  },
  one: {
    method: 'GET',
    path: '/contact/:id',
    policy: 'admin',
    permissions: ['customers'],
    summary: 'A message',
    params: IdParams,
    response: ContactMessage,
  },
  mark: {
    method: 'PUT',
    path: '/contact/:id',
    policy: 'admin',
    permissions: ['customers'],
    summary: 'Mark a message as answered, or take that back; modifiedCount 0 when it already was so',
    params: IdParams,
    body: strictObject({ answered: Type.Boolean() }),
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
})
