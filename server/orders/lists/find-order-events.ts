import { and, asc, eq } from 'drizzle-orm'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import type { OrderEvent, OrderEventKind } from '#contract/orders/order-events.ts'
import { orderStages } from '#contract/orders/stages.ts'
import type { Queryable } from '#database/connect.ts'
import { orderEvents, type OrderEventDetail } from '#database/tables/order-events.ts'
import { orders } from '#database/tables/orders.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../../errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { seenBy } from './find-orders.ts'

/**
 * What happened to an order, cancelled or not, oldest first. Customers do not learn which of the shop's people did it.
 * @throws ShopError NOT_FOUND for an unknown order, and for another customer's unless the caller is an admin.
 */
export async function findOrderEvents(db: Queryable, caller: Caller, orderId: string): Promise<OrderEvent[]> {
  const rows = await db
    .select({ event: orderEvents, buyerId: orders.userId, paidBy: orders.paidBy, email: users.email })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(and(eq(orderEvents.orderId, orderId), seenBy(caller)))
    .orderBy(asc(orderEvents.position))
  if (rows.length === 0) throw new ShopError('NOT_FOUND') // an order was placed
  return rows.map(({ event, buyerId, paidBy, email }) => {
    const isBuyer = event.actorId === buyerId
    return {
      at: event.at.toISOString(),
      kind: event.kind,
      by: isBuyer ? 'customer' : 'shop',
      actor: isBuyer || caller.role === 'admin' ? email : null,
      ...(ofMoney.has(event.kind) && { means: paidBy }),
      ...presentDetail(event),
    }
  })
}

const ofMoney = new Set<string>(['paid', 'refunded', 'refund-changed'] satisfies OrderEventKind[])

function presentDetail({
  kind,
  detail,
}: typeof orderEvents.$inferSelect): Pick<
  OrderEvent,
  'refundedTotal' | 'parcel' | 'return' | 'restocked' | 'withdrawn' | 'change' | 'stage'
> {
  const { cents, parcel, quantity, carrier = null, trackingNumber = null, before, after } = detail
  const { carrierBefore = null, trackingNumberBefore = null } = detail
  return {
    ...(cents !== undefined && { refundedTotal: centsToDollars(toCents(cents)) }),
    ...(parcel !== undefined &&
      quantity !== undefined && {
        parcel: {
          _id: parcel,
          pieces: quantity,
          carrier,
          trackingNumber,
          ...(kind === 'parcel-corrected' && { before: { carrier: carrierBefore, trackingNumber: trackingNumberBefore } }),
        },
      }),
    ...(detail.return !== undefined && quantity !== undefined && { return: { _id: detail.return, pieces: quantity } }),
    ...(kind === 'restocked' && { restocked: quantity ?? 0 }),
    ...(kind === 'withdrawn' && { withdrawn: quantity ?? 0 }),
    ...(kind === 'stage-changed' && presentStages(detail)),
    ...(kind !== 'stage-changed' &&
      (before !== undefined || after !== undefined) && { change: { before: before ?? '', after: after ?? '' } }),
  }
}

/** The trigger `record_stage` writes them. */
function presentStages({ before, after, day = null, dayBefore = null }: OrderEventDetail): Pick<OrderEvent, 'stage'> {
  const named = (name: string | null | undefined) => orderStages.find((one) => one === name)
  const [from, to] = [named(before), named(after)]
  return to ? { stage: { before: from ? { name: from, day: dayBefore } : null, after: { name: to, day } } } : {}
}
