import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { FreightOfTracking } from '../freight/freight.ts'
import { carrierIds } from './carriers.ts'
import { calendarDay, Id, IdParams, MESSAGE, nullable, strictObject, text } from '../basics/fields.ts'
import { MAXIMUM_STOCK, TEXT_LIMITS } from '../basics/limits.ts'
import { parcelMessages } from './parcel-messages.ts'
import { ShippingDoubt } from './orders.ts'
import { OrderStage } from './stages.ts'

const Carrier = nullable(Type.Enum([...carrierIds]))
const TrackingNumber = nullable(text(TEXT_LIMITS.trackingNumber))

/** Pieces of an order that left together. */
export const Parcel = Type.Object({
  _id: Id,
  orderId: Id,
  pieces: Type.Integer(),
  carrier: Carrier,
  carrierName: nullable(Type.String()),
  trackingNumber: nullable(Type.String()),
  link: nullable(Type.String({ description: 'Where the carrier shows it' })),
  sentAt: Type.String({ format: 'date-time' }),
  deliveredAt: nullable(Type.String({ format: 'date-time' })),
})
export type Parcel = Static<typeof Parcel>

/** What a parcel is sent with; without `pieces` all that are left. */
export const ParcelToSend = strictObject({
  pieces: Type.Optional(Type.Integer({ minimum: 1, maximum: MAXIMUM_STOCK, [MESSAGE]: parcelMessages.parcelPieces })),
  carrier: Type.Optional(Carrier),
  trackingNumber: Type.Optional(TrackingNumber),
  despite: Type.Optional(Type.Array(ShippingDoubt, { maxItems: 2 })),
})
export type ParcelToSend = Static<typeof ParcelToSend>

const Carried = { carrier: Carrier, trackingNumber: TrackingNumber }

/** What the signed tracking page shows: nothing about the buyer. */
export const Tracking = Type.Object({
  number: Type.String({ description: "The order's number" }),
  name: Type.String({ description: "The part's name" }),
  orderQuantity: Type.Integer({ description: 'Pieces ordered' }),
  withdrawnPieces: Type.Optional(Type.Integer({ description: 'Of these, pieces that are not sent any more, if there are any' })),
  shipBy: Type.Optional(calendarDay({ description: 'While pieces are still to be sent: the day by which they leave' })),
  stage: Type.Optional(OrderStage),
  freight: Type.Optional(FreightOfTracking),
  parcels: Type.Array(Type.Omit(Parcel, ['_id', 'orderId'])),
})
export type Tracking = Static<typeof Tracking>

export const parcelCalls = defineCalls('Parcels', 'parcels', {
  ofOrder: {
    method: 'GET',
    path: '/order/:id/parcels',
    policy: 'owner',
    permissions: ['orders'],
    scopes: ['orders:read', 'shipping'],
    summary: 'The parcels of an order, oldest first',
    params: IdParams,
    response: Type.Object({ parcels: Type.Array(Parcel) }),
  },
  send: {
    method: 'POST',
    path: '/order/:id/parcels',
    policy: 'admin',
    permissions: ['orders'],
    scopes: ['shipping'],
    summary: 'Send pieces of a paid order; with the last ones it is shipped',
    onceByKey: true,
    params: IdParams,
    body: ParcelToSend,
    response: Type.Object({ parcel: Parcel, shipped: Type.Boolean(), left: Type.Integer({ description: 'Pieces in no parcel yet' }) }),
  },
  correct: {
    method: 'PUT',
    path: '/parcels/:id',
    policy: 'admin',
    permissions: ['orders'],
    scopes: ['shipping'],
    summary: 'Correct carrier and number of a parcel; refused when they are no longer those in `seen`',
    params: IdParams,
    body: strictObject({ ...Carried, seen: strictObject(Carried) }),
    response: Type.Object({ parcel: Parcel }),
  },
  deliver: {
    method: 'PUT',
    path: '/parcels/:id/delivered',
    policy: 'admin',
    permissions: ['orders'],
    scopes: ['shipping'],
    summary: 'Mark a parcel as delivered; a second time changes nothing. With its last parcel the order is delivered',
    params: IdParams,
    response: Type.Object({ parcel: Parcel, orderDelivered: Type.Boolean() }),
  },
  track: {
    method: 'GET',
    path: '/track/:token',
    policy: 'public',
    summary: 'What a tracking link of a mail shows, for 60 days',
    params: Type.Object({ token: text(200) }),
    response: Tracking,
  },
})
