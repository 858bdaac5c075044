import { eq, sql } from 'drizzle-orm'
import type { CalendarDay } from '#contract/basics/fields.ts'
import type { OrderFreight } from '#contract/freight/freight.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import type { Tracking } from '#contract/orders/parcels.ts'
import { orders } from '#database/tables/orders.ts'
import { presentStage } from '../orders/lists/present-order.ts'
import { ShopError } from '../errors.ts'
import type { Services } from '../services.ts'
import { parcelsOf } from './find-parcels.ts'
import { readTrackingToken } from '../orders/tracking-link.ts'

/** What a tracking link shows: nothing about the buyer, and no price. @throws ShopError LINK_EXPIRED */
export async function trackOrder(shop: Pick<Services, 'db' | 'settings' | 'identity'>, token: string): Promise<Tracking> {
  const orderId = readTrackingToken(shop.identity, token)
  const [order] = orderId
    ? await shop.db
        .select({
          position: orders.position,
          name: orders.partName,
          orderQuantity: orders.quantity,
          withdrawnPieces: orders.withdrawnPieces,
          state: orders.state,
          stage: orders.stage,
          stageSetAt: orders.stageSetAt,
          stageDay: orders.stageDay,
          madePieces: orders.madePieces,
          freight: orders.freight,
          shipBy: sql<CalendarDay | null>`case when ${orders.state} = 'paid' then ${orders.shipBy} end`,
        })
        .from(orders)
        .where(eq(orders.id, orderId))
    : []
  if (!orderId || !order) throw new ShopError('LINK_EXPIRED')
  const { position, withdrawnPieces, shipBy, state, stage, stageSetAt, stageDay, madePieces, freight, ...shown } = order
  const madeSoFar = state === 'paid' ? presentStage({ stage, stageSetAt, stageDay, madePieces, withdrawnPieces }) : null
  const sent = await parcelsOf(shop, orderId)
  return {
    number: orderNumber(position),
    ...shown,
    ...(withdrawnPieces > 0 && { withdrawnPieces }),
    ...(shipBy && { shipBy }),
    ...(madeSoFar && { stage: madeSoFar }),
    ...(freight && { freight: withoutAccount(freight) }),
    parcels: sent.map(({ _id, orderId: _orderId, ...parcel }) => parcel),
  }
}

const withoutAccount = ({ name, carrier, incoterm }: OrderFreight) => ({ name, carrier, ...(incoterm && { incoterm }) })
