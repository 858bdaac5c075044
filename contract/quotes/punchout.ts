import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Dollars, Id, IdParams, MESSAGE, nullable, requiredText, strictObject, text } from '../basics/fields.ts'
import { MAXIMUM_ORDERED_LINES, MAXIMUM_PUNCHOUT_CONNECTIONS, PUNCHOUT_SESSION_HOURS, QUOTE_DAYS, TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { webhookMessages } from '../people/webhooks.ts'
import { QuoteRequestLine } from './quotes.ts'

/** How a procurement system talks to the shop: cXML 1.2 of cxml.org, or OCI 5 of SAP. */
export const punchoutKinds = ['cxml', 'oci'] as const
export type PunchoutKind = (typeof punchoutKinds)[number]

/** Purpose of a visit: a new cart, to change one, or to look at one. OCI knows only `create`. */
export const punchoutOperations = ['create', 'edit', 'inspect'] as const
export type PunchoutOperation = (typeof punchoutOperations)[number]

/** Lengths: domain and identity of a procurement system, the address to which the cart is posted, and the cookie that comes back with it. */
export const PUNCHOUT_LIMITS = { identity: 120, url: 2_000, cookie: 1_000 } as const

export const punchoutMessages = {
  nameRequired: 'Enter a name.',
  domainRequired: 'Enter the domain of the identity, such as DUNS or NetworkID.',
  identityRequired: 'Enter the identity that your procurement system sends.',
  confirmFirst: 'Please confirm your email address first. Then you can connect a procurement system.',
  linkUsed: 'This link was used before or has expired. Please start again in your procurement system.',
  sessionOver: 'This visit from your procurement system is over. Please start again there.',
  onlyLook: 'This cart can only be looked at.',
  answersForCxml: 'Only a connection by cXML takes answers about its orders.',
  answersSecret: 'This is not the shared secret of this connection.',
  linesOpen: 'Choose a part and a quantity for each line first.',
} as const

/** A connection as its owner sees it, without its secret. `identity` is the user name for OCI, which has no `domain`. */
export const PunchoutConnection = Type.Object({
  _id: Id,
  kind: Type.Enum([...punchoutKinds]),
  name: Type.String(),
  domain: nullable(Type.String()),
  identity: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  lastUsedAt: nullable(Type.String({ format: 'date-time' })),
  answersUrl: Type.Optional(Type.String({ description: 'Where answers about its orders go; absent where none are sent' })),
})
export type PunchoutConnection = Static<typeof PunchoutConnection>

/** Where the answers of cXML go, as the address of a webhook is written. */
const AnswersUrl = Type.String({
  maxLength: TEXT_LIMITS.webhookUrl,
  pattern: '^\\s*[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\u0000\\ud800-\\udfff]+\\s*$',
  [MESSAGE]: webhookMessages.url,
  description: 'Of cXML: where confirmations and ship notices about its orders go',
  examples: ['https://procurement.example.com/cxml'],
})

/** An answer to a purchase order, as the owner of the connection sees it. */
export const PunchoutAnswer = Type.Object({
  _id: Id,
  kind: Type.Enum(['confirmation', 'ship-notice']),
  orderId: Type.String({ description: "The buyer's number of the purchase order" }),
  state: Type.Enum(['waiting', 'delivered', 'given-up']),
  createdAt: Type.String({ format: 'date-time' }),
  attempts: Type.Integer(),
  nextAttemptAt: nullable(Type.String({ format: 'date-time' })),
  deliveredAt: nullable(Type.String({ format: 'date-time' })),
  status: nullable(Type.Integer()),
  answer: nullable(Type.String()),
  problem: nullable(Type.String()),
})
export type PunchoutAnswer = Static<typeof PunchoutAnswer>

/** Answers that the log of a connection shows. */
export const SHOWN_ANSWERS = 50

/** cXML needs domain and identity of the header's `From`; for OCI the shop makes a user name. */
export const NewPunchoutConnection = strictObject({
  kind: Type.Enum([...punchoutKinds]),
  name: requiredText(TEXT_LIMITS.apiKeyName, punchoutMessages.nameRequired),
  domain: Type.Optional(text(PUNCHOUT_LIMITS.identity)),
  identity: Type.Optional(text(PUNCHOUT_LIMITS.identity)),
  url: Type.Optional(AnswersUrl),
})
export type NewPunchoutConnection = Static<typeof NewPunchoutConnection>

/** 256 bits in base64url. */
const Secret = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  examples: ['k'.repeat(43)],
  [MESSAGE]: punchoutMessages.linkUsed,
})
const Token = Type.String({
  pattern: '^tfp_[A-Za-z0-9_-]{43}$',
  examples: [`tfp_${'k'.repeat(43)}`],
  [MESSAGE]: punchoutMessages.sessionOver,
})

/** A line of the cart that a buyer changes or looks at. */
export const PunchoutLine = Type.Object({ text: Type.String(), quantity: Type.Integer(), partsId: Id })
export type PunchoutLine = Static<typeof PunchoutLine>

/** The fields that the form posts to the procurement system. */
export const PunchoutReturn = Type.Object({
  quoteNumber: Type.String(),
  version: Type.Integer(),
  total: Dollars,
  action: Type.String({ description: 'Where the browser posts the form' }),
  fields: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
})
export type PunchoutReturn = Static<typeof PunchoutReturn>

/** Calls of the page; documents of procurement systems are no JSON (server/punchout/cxml, server/punchout/oci). */
export const punchoutCalls = defineCalls('Punch-out', 'punchout', {
  mine: {
    method: 'GET',
    path: '/punchout/connections',
    policy: 'session',
    summary: "The caller's procurement systems, oldest first",
    response: Type.Array(PunchoutConnection),
  },
  create: {
    method: 'POST',
    path: '/punchout/connections',
    policy: 'session',
    summary: `Connect a procurement system, once the email address is confirmed; at most ${MAXIMUM_PUNCHOUT_CONNECTIONS}. Its secret is shown once`,
    body: NewPunchoutConnection,
    response: Type.Object({
      secret: Type.String({ description: 'Shared secret or password; no other answer contains it' }),
      connection: PunchoutConnection,
    }),
  },
  remove: {
    method: 'DELETE',
    path: '/punchout/connections/:id',
    policy: 'session',
    summary: 'Remove a connection and end its sessions',
    params: IdParams,
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
  answerTo: {
    method: 'PUT',
    path: '/punchout/connections/:id/answers',
    policy: 'session',
    summary:
      'Set where confirmations and ship notices of a connection by cXML go, with its shared secret each time; null sends none, and needs no secret',
    params: IdParams,
    body: strictObject({ url: nullable(AnswersUrl), secret: Type.Optional(text(100)) }),
    response: PunchoutConnection,
  },
  answers: {
    method: 'GET',
    path: '/punchout/connections/:id/answers',
    policy: 'session',
    summary: `The last ${SHOWN_ANSWERS} answers about purchase orders of a connection, newest first`,
    params: IdParams,
    response: Type.Object({ answers: Type.Array(PunchoutAnswer) }),
  },
  sendAgain: {
    method: 'POST',
    path: '/punchout/answers/:id/send',
    policy: 'session',
    summary: 'Send an answer that was given up once more, or one that waits sooner; modifiedCount 0 for one that was delivered',
    params: IdParams,
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
  open: {
    method: 'POST',
    path: '/punchout/sessions',
    policy: 'public',
    summary: `Exchange the secret of a start page, once, for the token of a session of at most ${PUNCHOUT_SESSION_HOURS} hours`,
    body: strictObject({ secret: Secret }),
    response: Type.Object({
      token: Type.String(),
      kind: Type.Enum([...punchoutKinds]),
      operation: Type.Enum([...punchoutOperations]),
      expiresAt: Type.String({ format: 'date-time' }),
      search: Type.String({ description: 'What the procurement system looks for; may be empty' }),
      lines: Type.Array(PunchoutLine),
      freight: Type.Optional(
        Type.Boolean({ description: 'Only by cXML in a shop with freight methods: the purchase order has to contain the freight' }),
      ),
    }),
  },
  return: {
    method: 'POST',
    path: '/punchout/return',
    policy: 'public',
    summary: `Keep the cart as a quote of the connection's account, whose prices hold for ${QUOTE_DAYS} days, and answer what the browser posts to the procurement system`,
    body: strictObject({
      token: Token,
      lines: Type.Array(QuoteRequestLine, {
        maxItems: MAXIMUM_ORDERED_LINES,
        [MESSAGE]: messages.quoteTooManyOrders(MAXIMUM_ORDERED_LINES),
      }),
      total: Type.Optional(Type.Number({ minimum: 0, maximum: 1e14, description: 'Total in dollars as the buyer saw it' })),
    }),
    bodyLimitBytes: 1024 * 1024,
    response: PunchoutReturn,
  },
})
