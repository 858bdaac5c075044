import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, IdParams, nullable, requiredText, strictObject } from '../basics/fields.ts'
import { TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'

/** A message about an order, between its customer and the shop. */
export const OrderMessage = Type.Object({
  _id: Id,
  side: Type.Enum(['customer', 'shop']),
  author: nullable(Type.String({ description: 'Email of the author; customers do not learn who of the shop wrote' })),
  text: Type.String(),
  sentAt: Type.String({ format: 'date-time' }),
  unread: Type.Boolean({ description: 'Written by the other side, which the caller has not marked as read' }),
})
export type OrderMessage = Static<typeof OrderMessage>

export const orderMessageCalls = defineCalls('Messages', 'orderMessages', {
  ofOrder: {
    method: 'GET',
    path: '/order/:id/messages',
    policy: 'owner',
    permissions: ['orders'],
    scopes: ['orders:read'],
    summary: 'The messages about an order, oldest first',
    params: IdParams,
    response: Type.Object({ messages: Type.Array(OrderMessage) }),
  },
  send: {
    method: 'POST',
    path: '/order/:id/messages',
    policy: 'owner',
    permissions: ['orders'],
    scopes: ['orders:write'],
    summary: 'Write to the other side about an order; it gets a mail',
    onceByKey: true,
    params: IdParams,
    body: strictObject({ text: requiredText(TEXT_LIMITS.orderMessage, messages.messageRequired) }),
    response: Type.Object({ message: OrderMessage }),
  },
  markRead: {
    method: 'PUT',
    path: '/order/:id/messages/read',
    policy: 'owner',
    permissions: ['orders'],
    scopes: ['orders:write'],
    summary: "Mark the other side's messages about an order as read",
    params: IdParams,
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
  unread: {
    method: 'GET',
    path: '/order-messages/unread',
    policy: 'session',
    permissions: ['orders'],
    scopes: ['orders:read'],
    summary: "Orders with unread messages of the other side, the newest first: the caller's, for admins all",
    response: Type.Object({
      count: Type.Integer({ description: 'Unread messages' }),
      orders: Type.Array(Type.Object({ _id: Id, number: Type.String(), name: Type.String(), unread: Type.Integer() }), {
        description: 'At most 50',
      }),
    }),
  },
})
