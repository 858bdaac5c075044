import { carriers, trackingLink, type CarrierId } from '#contract/carriers.ts'
import type { Parcel } from '#contract/parcels.ts'
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

/** Carrier and number as they are said: 'DHL 1234567890'. */
export const carriedBy = ({ carrier, trackingNumber }: { carrier: CarrierId | null; trackingNumber: string | null }): string =>
  [carrier && carriers[carrier].name, trackingNumber].filter(Boolean).join(' ')
