import { and, asc, eq } from 'drizzle-orm'
import type { DeliveryMove, MoveSide } from '#contract/promises/moves.ts'
import type { Queryable } from '#database/connect.ts'
import { deliveryMoves, type DeliveryMoveRow } from '#database/tables/delivery-moves.ts'
import { orders } from '#database/tables/orders.ts'
import { ShopError } from '../../errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { seenBy } from '../lists/find-orders.ts'

/** The buyer stands for the order, also one who is an admin; every other caller for the shop. */
export const sideOf = ({ userId }: Pick<Caller, 'userId'>, order: { userId: string }): MoveSide =>
  order.userId === userId ? 'customer' : 'shop'

/** Requests to move an order, oldest first. @throws ShopError NOT_FOUND */
export async function findMoves(db: Queryable, who: Caller, orderId: string): Promise<{ moves: DeliveryMove[]; side: MoveSide }> {
  const [order] = await db
    .select({ userId: orders.userId })
    .from(orders)
    .where(and(eq(orders.id, orderId), seenBy(who)))
  if (!order) throw new ShopError('NOT_FOUND')
  const rows = await db.select().from(deliveryMoves).where(eq(deliveryMoves.orderId, orderId)).orderBy(asc(deliveryMoves.position))
  return { moves: rows.map(presentMove), side: sideOf(who, order) }
}

export const presentMove = ({ id, wishedOn, askedBy, state, askedAt, endedAt }: DeliveryMoveRow): DeliveryMove => ({
  _id: id,
  wishedOn,
  askedBy,
  state,
  askedAt: askedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})
