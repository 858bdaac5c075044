import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { calendarDay, day, IdParams, nullable, strictObject } from '../basics/fields.ts'
import { OrderInFull } from '../orders/orders.ts'
import { PromisedPieces } from './promise.ts'

/**
 * Why promised pieces may leave later: the delivery was moved, is late, came short or was removed, or the part makes fewer a month than are promised.
 */
export const riskReasons = ['moved', 'late', 'short', 'removed', 'capacity'] as const
export type RiskReason = (typeof riskReasons)[number]

/** What is at risk of the promises of an order, and when it would leave by what is in stock, expected and made today. */
export const PromiseAtRisk = Type.Object({
  atRisk: Type.Array(Type.Object({ ...PromisedPieces.properties, why: Type.Enum([...riskReasons]) })),
  promise: Type.Array(PromisedPieces, { description: 'The same pieces, as they would be promised now' }),
  missing: Type.Integer({ minimum: 0, description: 'Of these, pieces that cannot be promised now: nothing can be told before they can' }),
  shipBy: nullable(calendarDay({ description: 'By which the last pieces of the order would leave; null while some are missing' })),
})
export type PromiseAtRisk = Static<typeof PromiseAtRisk>

export const promiseMessages = {
  nothingAtRisk: 'All pieces of this order are promised as before.',
  unbooked:
    'Pieces of this order have left before their delivery was booked. Book it with what has come; then the others can be promised anew.',
  missing: 'Not all of these pieces can be promised now. Enter a delivery of the part, or how many are made a month.',
} as const

export const promiseCalls = defineCalls('Orders', 'promises', {
  ofOrder: {
    method: 'GET',
    path: '/order/:id/promise',
    policy: 'admin',
    permissions: ['orders'],
    summary: 'Promised pieces of an order that may leave later than it was told, and when they would leave',
    params: IdParams,
    response: PromiseAtRisk,
  },
  tell: {
    method: 'POST',
    path: '/order/:id/promise',
    policy: 'admin',
    permissions: ['orders'],
    summary:
      'Promise the pieces at risk anew and tell the buyer (409 DAY_CHANGED when the day is another by now); modifiedCount 0 when nothing is at risk',
    params: IdParams,
    body: strictObject({ shipBy: day({ description: 'The new day that was seen' }) }),
    response: Type.Object({ modifiedCount: Type.Integer(), order: OrderInFull }),
  },
})
