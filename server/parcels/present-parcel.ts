import { carriers, trackingLink } from '#contract/orders/carriers.ts'
import type { Parcel } from '#contract/orders/parcels.ts'
import type { parcels } from '#database/tables/parcels.ts'
import type { Settings } from '../platform/settings/settings.ts'

export type ParcelRow = typeof parcels.$inferSelect

export function presentParcel({ shipping }: Pick<Settings, 'shipping'>, row: ParcelRow): Parcel {
  const { carrier, trackingNumber } = row
  const link = carrier && trackingNumber ? trackingLink(carrier, trackingNumber, shipping.carrierLink) : undefined
  return {
    _id: row.id,
    orderId: row.orderId,
    pieces: row.quantity,
    carrier,
    carrierName: carrier && carriers[carrier].name,
    trackingNumber,
    link: link ?? null,
    sentAt: row.shippedAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  }
}
