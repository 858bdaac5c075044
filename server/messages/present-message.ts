import type { OrderMessage } from '#contract/orders/order-messages.ts'
import type { orderMessages } from '#database/tables/order-messages.ts'
import type { Caller } from '../platform/http/caller.ts'

type Written = { message: typeof orderMessages.$inferSelect; email: string; ownerId: string }

/** On which side of an order a person is who may see it. */
export const sideOf = (caller: Caller, ownerId: string) => (caller.userId === ownerId ? 'customer' : 'shop')

/** Customers do not learn which of the shop's people has written. */
export function presentMessage(caller: Caller, { message, email, ownerId }: Written): OrderMessage {
  const { id, side, body, sentAt, readAt } = message
  const own = sideOf(caller, ownerId)
  return {
    _id: id,
    side,
    author: side === 'customer' || own === 'shop' ? email : null,
    text: body,
    sentAt: sentAt.toISOString(),
    unread: side !== own && readAt === null,
  }
}
