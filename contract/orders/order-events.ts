import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { STREAM_SECONDS } from '../basics/limits.ts'
import { calendarDay, Id, IdParams, nullable } from '../basics/fields.ts'
import { orderStages } from './stages.ts'
import { paymentMeans } from '../payments/payment-means.ts'

/** What can happen to an order. The trigger `record_order_event` writes these. */
export const orderEventKinds = [
  'placed',
  'cancelling',
  'cancelled',
  'revived',
  'paid',
  'shipped',
  'parcel',
  'parcel-corrected',
  'parcel-delivered',
  'delivered',
  'address-changed',
  'reference-changed',
  'reduced',
  'tax-changed',
  'refunded',
  'refund-changed',
  'discounted',
  'dispute-open',
  'dispute-won',
  'dispute-lost',
  'dispute-ended',
  'return-asked',
  'return-agreed',
  'return-refused',
  'return-received',
  'return-refunded',
  'return-closed',
  'restocked',
  'withdrawn',
  'delivery-changed',
  'move-asked',
  'move-refused',
  'move-withdrawn',
  'stage-changed',
] as const
export type OrderEventKind = (typeof orderEventKinds)[number]

/** Who carries a parcel, and the number to follow it by. */
const Carried = Type.Object({ carrier: nullable(Type.String()), trackingNumber: nullable(Type.String()) })

const StageThen = Type.Object({ name: Type.Enum([...orderStages]), day: nullable(calendarDay()) })

export const OrderEvent = Type.Object({
  at: Type.String({ format: 'date-time' }),
  kind: Type.Enum([...orderEventKinds]),
  by: Type.Enum(['customer', 'shop'], { description: 'Who caused it; the shop also stands for its admins and its schedule' }),
  actor: nullable(Type.String({ description: "Email of the person, for admins; null for the shop's schedule" })),
  means: Type.Optional(Type.Enum([...paymentMeans], { description: 'How it was paid, of `paid` and of what goes back' })),
  refundedTotal: Type.Optional(
    Type.Number({
      description: 'Dollars of the price that have gone or go back, after a refund; of `discounted` those that were taken off it',
    }),
  ),
  parcel: Type.Optional(
    Type.Object({
      _id: Id,
      pieces: Type.Integer(),
      ...Carried.properties,
      before: Type.Optional(Type.Object(Carried.properties, { description: 'Carrier and number until this correction' })),
    }),
  ),
  return: Type.Optional(
    Type.Object({ _id: Id, pieces: Type.Integer({ description: 'Asked for; once they have arrived, those that did' }) }),
  ),
  restocked: Type.Optional(Type.Integer({ description: 'Pieces that came back or were withdrawn, and returned to stock' })),
  withdrawn: Type.Optional(Type.Integer({ description: 'Pieces that are not sent any more' })),
  change: Type.Optional(
    Type.Object(
      { before: Type.String(), after: Type.String() },
      {
        description:
          'The address, the reference, the pieces, the reason of the tax, or the day by which it leaves that was changed, or that somebody has asked for; empty text without one',
      },
    ),
  ),
  stage: Type.Optional(
    Type.Object(
      { before: nullable(StageThen), after: StageThen },
      { description: 'Of `stage-changed`: how far the shop was with what it makes, and is' },
    ),
  ),
})
export type OrderEvent = Static<typeof OrderEvent>

export const orderEventCalls = defineCalls('Orders', 'orderEvents', {
  ofOrder: {
    method: 'GET',
    path: '/order/:id/events',
    policy: 'owner',
    permissions: ['orders'],
    scopes: ['orders:read', 'shipping'],
    summary: 'What happened to an order, oldest first',
    params: IdParams,
    response: Type.Object({ events: Type.Array(OrderEvent) }),
  },
  stream: {
    method: 'GET',
    path: '/order-changes',
    policy: 'session',
    permissions: ['orders'],
    scopes: ['orders:read', 'shipping'],
    summary: "Server-sent events about the caller's orders, for admins about all",
    streamsEvents: true,
    query: Type.Object({
      seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: STREAM_SECONDS, description: 'When the stream ends; also without it' })),
    }),
    response: Type.String({
      mediaTypes: ['text/event-stream'],
      description:
        '`changed` with the id of an order to which something happened after it was placed, or `any` if that is unknown; ' +
        '`listening` with `true` or `false`: whether changes are told at present',
    }),
  },
})
