import { eq, inArray } from 'drizzle-orm'
import { messages } from '#contract/basics/messages.ts'
import { wasPaid } from '#contract/orders/order-states.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import type { Queryable } from '#database/connect.ts'
import { leftToSendOf, orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { invalidField, ShopError } from '../../errors.ts'
import type { PackedOrder } from './papers.ts'

/**
 * The orders in the order of their ids.
 * @throws ShopError NOT_FOUND; INVALID_INPUT that names the first order with nothing to pack.
 */
export async function findPackedOrders(db: Queryable, ids: readonly string[]): Promise<PackedOrder[]> {
  const rows = await db
    .select({ order: orders, partNumber: parts.partNumber, packName: parts.packName, packPieces: parts.packPieces })
    .from(orders)
    .innerJoin(parts, eq(parts.id, orders.partId))
    .where(inArray(orders.id, [...ids]))
  const byId = new Map(rows.map((row) => [row.order.id, row]))
  return ids.map((id, index) => {
    const row = byId.get(id)
    if (!row) throw new ShopError('NOT_FOUND')
    const { order, partNumber, packName, packPieces } = row
    const number = orderNumber(order.position)
    if (!wasPaid(order.state) || order.state === 'refunded') throw invalidField(`orders.${index}`, messages.noSlipFor(number))
    // The previous release ships without parcels.
    const left = order.state === 'shipped' ? 0 : leftToSendOf(order)
    const sent = order.quantity - order.withdrawnPieces - left
    const { partName, quantity, placedAt, displayName, phone, address, shipTo, reference, terms, note, wishedOn, release, freight } = order
    const place = { displayName, phone, address, shipTo, reference }
    return {
      number,
      partName,
      partNumber,
      quantity,
      sent,
      left,
      placedAt,
      ...place,
      terms,
      note,
      wishedOn,
      release,
      freight,
      pack: { packName, packPieces },
    }
  })
}
