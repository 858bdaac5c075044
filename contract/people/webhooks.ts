import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, IdParams, MESSAGE, nullable, pageSize, strictObject } from '../basics/fields.ts'
import { MAXIMUM_WEBHOOKS, OLD_SECRET_HOURS, ORDERS_PAGE_SIZE, TEXT_LIMITS, WEBHOOK_LOG_DAYS } from '../basics/limits.ts'

/** Events for programs. The database names those of orders, parcels, papers and returns, see `queue_order_webhook`. */
export const webhookEvents = [
  'order.placed',
  'order.paid',
  'parcel.sent',
  'order.shipped',
  'order.delivered',
  'order.delivery_changed',
  'order.stage_changed',
  'order.cancelled',
  'order.refunded',
  'return.changed',
  'paper.issued',
  'quote.offered',
  'quote.expiring',
  'part.back_in_stock',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Why an endpoint gets nothing: its owner, three days of failures, or its answer 410 Gone. */
export const disabledReasons = ['owner', 'failing', 'gone'] as const

export const webhookMessages = {
  url: 'Enter a web address that begins with https://.',
  urlNotHttps: 'The address has to begin with https://.',
  urlWithPassword: 'The address must not contain a name or password.',
  urlPrivate: 'This address is in a private network. The shop sends to public addresses alone.',
  eventsRequired: 'Choose at least one event.',
  eventUnknown: 'There is no such event.',
  confirmFirst: 'Please confirm your email address first. Then you can add an endpoint.',
} as const

const WebhookUrl = Type.String({
  maxLength: TEXT_LIMITS.webhookUrl,
  pattern: '^\\s*[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\u0000\\ud800-\\udfff]+\\s*$',
  [MESSAGE]: webhookMessages.url,
  examples: ['https://erp.example.com/hooks/teleforge'],
})
const Events = Type.Array(Type.Enum([...webhookEvents], { [MESSAGE]: webhookMessages.eventUnknown }), {
  minItems: 1,
  [MESSAGE]: webhookMessages.eventsRequired,
})

/** An endpoint as its owner sees it, without its secret. */
export const Webhook = Type.Object({
  _id: Id,
  url: Type.String(),
  events: Type.Array(Type.Enum([...webhookEvents])),
  createdAt: Type.String({ format: 'date-time' }),
  failingSince: nullable(Type.String({ format: 'date-time', description: 'The first failure after the last success' })),
  disabledAt: nullable(Type.String({ format: 'date-time' })),
  disabledReason: nullable(Type.Enum([...disabledReasons])),
  oldSecretUntil: nullable(Type.String({ format: 'date-time', description: 'Until when the secret before also signs' })),
})
export type Webhook = Static<typeof Webhook>

export const NewWebhook = strictObject({ url: WebhookUrl, events: Events })
export type NewWebhook = Static<typeof NewWebhook>

/** Omitted fields stay unchanged. `enabled` switches the endpoint on or off. */
export const WebhookChange = strictObject({
  url: Type.Optional(WebhookUrl),
  events: Type.Optional(Events),
  enabled: Type.Optional(Type.Boolean()),
})
export type WebhookChange = Static<typeof WebhookChange>

/** What an endpoint answered: `status` is null without an answer, `answer` its first characters, `problem` why it is no success. */
const Answered = {
  status: nullable(Type.Integer()),
  answer: nullable(Type.String()),
  problem: nullable(Type.String()),
}

export const WebhookTest = Type.Object({ ...Answered, milliseconds: Type.Integer() })
export type WebhookTest = Static<typeof WebhookTest>

/** An event for an endpoint. `_id` is its `webhook-id`, `body` is sent, the other fields are those of the last attempt. */
export const WebhookDelivery = Type.Object({
  _id: Id,
  event: Type.Enum([...webhookEvents]),
  body: Type.String(),
  state: Type.Enum(['waiting', 'delivered', 'given-up']),
  createdAt: Type.String({ format: 'date-time' }),
  attempts: Type.Integer(),
  nextAttemptAt: nullable(Type.String({ format: 'date-time' })),
  deliveredAt: nullable(Type.String({ format: 'date-time' })),
  ...Answered,
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

const WithSecret = Type.Object({
  secret: Type.String({ description: 'For verifying signatures; no other answer contains it' }),
  webhook: Webhook,
})

export const webhookCalls = defineCalls('Webhooks', 'webhooks', {
  mine: {
    method: 'GET',
    path: '/webhooks',
    policy: 'session',
    summary: "The caller's endpoints, oldest first",
    response: Type.Array(Webhook),
  },
  create: {
    method: 'POST',
    path: '/webhooks',
    policy: 'session',
    summary: `Add an endpoint, once the email address is confirmed; at most ${MAXIMUM_WEBHOOKS}. Its secret is shown once`,
    body: NewWebhook,
    response: WithSecret,
  },
  change: {
    method: 'PUT',
    path: '/webhooks/:id',
    policy: 'session',
    summary: 'Change address or events of an endpoint, or switch it on or off; what waited for one that is switched off is given up',
    params: IdParams,
    body: WebhookChange,
    response: Webhook,
  },
  remove: {
    method: 'DELETE',
    path: '/webhooks/:id',
    policy: 'session',
    summary: 'Delete an endpoint with its log',
    params: IdParams,
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
  rotate: {
    method: 'POST',
    path: '/webhooks/:id/secret',
    policy: 'session',
    summary: `Give an endpoint a new secret; for ${OLD_SECRET_HOURS} hours the one before signs, too`,
    params: IdParams,
    response: WithSecret,
  },
  test: {
    method: 'POST',
    path: '/webhooks/:id/test',
    policy: 'session',
    summary: 'Send `ping`, or a sample of another event, to an endpoint now, once, and say what it answered; it is not in the log',
    params: IdParams,
    query: Type.Object({
      event: Type.Optional(Type.Enum([...webhookEvents], { description: 'Sent with made-up data; `ping` when nothing is said' })),
    }),
    response: WebhookTest,
  },
  deliveries: {
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    policy: 'session',
    summary: `What was sent to an endpoint within ${WEBHOOK_LOG_DAYS} days, newest first`,
    params: IdParams,
    query: Type.Object({
      page: Type.Optional(Type.Integer({ description: 'From 0' })),
      size: pageSize('Deliveries', ORDERS_PAGE_SIZE),
    }),
    response: Type.Object({ count: Type.Integer(), page: Type.Integer(), deliveries: Type.Array(WebhookDelivery) }),
  },
  redeliver: {
    method: 'POST',
    path: '/webhook-deliveries/:id/redeliver',
    policy: 'session',
    summary: 'Send an event again, under its `webhook-id`, or sooner, if it waits; the endpoint has to be on',
    params: IdParams,
    response: WebhookDelivery,
  },
})
