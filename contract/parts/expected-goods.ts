import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { counted } from '../basics/figures.ts'
import { day, Id, IdParams, MESSAGE, strictObject, text } from '../basics/fields.ts'
import { MAXIMUM_STOCK, TEXT_LIMITS } from '../basics/limits.ts'
import { Expected } from './parts.ts'

/** Open deliveries that a part may have, and days from now on which one may be expected. */
export const MAXIMUM_DELIVERIES = 50
export const MAXIMUM_DELIVERY_DAYS = 1_095

export const expectedGoodsMessages = {
  dayMissing: 'Choose a day.',
  dayBounds: 'Choose today or a later day, within three years.',
  tooMany: `A part has at most ${MAXIMUM_DELIVERIES} deliveries that have not arrived.`,
  promised: (pieces: number) =>
    `${counted(pieces, 'of these pieces is', 'of these pieces are')} promised to orders. Book what has come when it is here: the earliest orders get it, and the others are then listed as promises at risk.`,
  piecesBounds: 'Enter a whole number of pieces above 0.',
} as const

const Day = day({ [MESSAGE]: expectedGoodsMessages.dayMissing })
const Pieces = Type.Integer({ minimum: 1, maximum: MAXIMUM_STOCK, [MESSAGE]: expectedGoodsMessages.piecesBounds })

/** A delivery as an admin enters it: the day (UTC) and the pieces. */
export const NewDelivery = strictObject({ date: Day, pieces: Pieces, note: text(TEXT_LIMITS.stockNote) })
export type NewDelivery = Static<typeof NewDelivery>

/** New values of a delivery, and those that the admin saw. */
export const DeliveryChange = strictObject({
  ...NewDelivery.properties,
  seen: strictObject({ date: day(), pieces: Type.Integer(), note: text(TEXT_LIMITS.stockNote) }),
})
export type DeliveryChange = Static<typeof DeliveryChange>

/** An open delivery as the desk sees it. */
export const Delivery = Type.Object({
  _id: Id,
  ...Expected.properties,
  note: Type.String(),
  promised: Type.Optional(Type.Integer({ description: 'Of these, pieces that orders wait for; absent for none' })),
  isLate: Type.Boolean({ description: 'Its day is over' }),
  by: Type.String({ description: 'Email of who entered it' }),
  createdAt: Type.String({ format: 'date-time' }),
})
export type Delivery = Static<typeof Delivery>

const Modified = Type.Object({ modifiedCount: Type.Integer() })

export const expectedGoodsCalls = defineCalls('Parts', 'expectedGoods', {
  ofPart: {
    method: 'GET',
    path: '/parts/:id/expected',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['stock'],
    summary: 'Deliveries of a part that have not arrived, the earliest first',
    params: IdParams,
    response: Type.Array(Delivery),
  },
  expect: {
    method: 'POST',
    path: '/parts/:id/expected',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['stock'],
    summary: 'Expect a delivery; buyers of the part are told the earliest',
    onceByKey: true,
    params: IdParams,
    body: NewDelivery,
    response: Type.Object({ insertedId: Id }),
  },
  change: {
    method: 'PUT',
    path: '/expected-goods/:id',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['stock'],
    summary: 'Change day, pieces or note of a delivery that has not arrived (409 DELIVERY_CHANGED when somebody else did meanwhile)',
    params: IdParams,
    body: DeliveryChange,
    response: Modified,
  },
  remove: {
    method: 'DELETE',
    path: '/expected-goods/:id',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['stock'],
    summary: 'Take back a delivery that does not come; modifiedCount 0 when that was done before',
    params: IdParams,
    response: Modified,
  },
  arrive: {
    method: 'POST',
    path: '/expected-goods/:id/arrived',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['stock'],
    summary: 'Book the pieces that have come as received, and close the delivery; modifiedCount 0 when somebody has done so before',
    params: IdParams,
    body: strictObject({ pieces: Pieces }),
    response: Modified,
  },
})
