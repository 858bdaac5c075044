import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { calendarDay, day, Id, IdParams, nullable, strictObject } from '../basics/fields.ts'
import { stateOf, type Order } from '../orders/orders.ts'

/** Who asks, and how a request to move a delivery stands. */
export const moveSides = ['customer', 'shop'] as const
export type MoveSide = (typeof moveSides)[number]
export const moveStates = ['asked', 'confirmed', 'refused', 'withdrawn'] as const
export type MoveState = (typeof moveStates)[number]

export const moveMessages = {
  sameDay: 'This is the day of the delivery already.',
  openAlready: 'Another day is asked for already. Answer that first.',
  ended: 'This was answered or taken back meanwhile.',
  otherSide: 'The other side answers this.',
  ownSide: 'Only who has asked can take it back.',
  notBy: (soonest: string) => `These pieces leave by ${soonest} at the soonest, so this day cannot be confirmed.`,
  missing: 'Not all of these pieces can be promised by that day, so it cannot be confirmed.',
} as const

export const DeliveryMove = Type.Object({
  _id: Id,
  wishedOn: calendarDay(),
  askedBy: Type.Enum([...moveSides]),
  state: Type.Enum([...moveStates]),
  askedAt: Type.String({ format: 'date-time' }),
  endedAt: nullable(Type.String({ format: 'date-time' })),
})
export type DeliveryMove = Static<typeof DeliveryMove>

/** One of several deliveries, of which nothing has left or is in work. */
export const canMove = (order: Order): boolean =>
  order.release !== undefined &&
  (stateOf(order) === 'unpaid' || stateOf(order) === 'paid') &&
  order.parceledPieces === 0 &&
  (order.stage === undefined || order.stage.name === 'planned')

export const moveCalls = defineCalls('Orders', 'deliveryMoves', {
  ofOrder: {
    method: 'GET',
    path: '/order/:id/moves',
    policy: 'owner',
    permissions: ['orders'],
    scopes: ['orders:read'],
    summary: 'Requests to deliver an order on another day, oldest first',
    params: IdParams,
    response: Type.Object({
      moves: Type.Array(DeliveryMove),
      side: Type.Enum([...moveSides], { description: 'Whose side the caller is on: that of the order, or of the shop' }),
    }),
  },
  ask: {
    method: 'POST',
    path: '/order/:id/moves',
    policy: 'owner',
    permissions: ['orders'],
    scopes: ['orders:write'],
    summary: 'Ask the other side to deliver one of several deliveries on another day; 409 DELIVERY_CHANGED while another day is asked for',
    params: IdParams,
    body: strictObject({ wishedOn: day({ description: 'A working day of the shop, today or later' }) }),
    response: DeliveryMove,
  },
  answer: {
    method: 'PUT',
    path: '/order/:id/moves',
    policy: 'owner',
    permissions: ['orders'],
    scopes: ['orders:write'],
    summary:
      "Confirm or refuse the day that the other side asks for, or withdraw one's own; confirmed, the pieces are promised anew in the same moment",
    params: IdParams,
    body: strictObject({ move: Id, answer: Type.Enum(['confirmed', 'refused', 'withdrawn']) }),
    response: DeliveryMove,
  },
})
