import type { MailBlock } from '#database/tables/mails.ts'
import type { Block } from './mail-content.ts'

/** A link to the tracking page of an order, whose id precedes the first dot (`server/orders/tracking-link.ts`). */
const TRACKING_LINK = /\/track\/([^.]+)\./

/**
 * What the mails of parcels say beyond their subjects, for the one mail that is sent instead of them: each parcel, and for each
 * order the newest link to its tracking page.
 */
export function mergedParcels(news: { blocks: MailBlock[] | null }[]): Block[] {
  const byOrder = new Map<string, { parcels: MailBlock[]; link: MailBlock }>()
  for (const { blocks } of news) {
    for (const link of blocks ?? []) {
      const orderId = 'open' in link ? TRACKING_LINK.exec(link.open)?.[1] : undefined
      if (orderId === undefined) continue
      const earlier = byOrder.get(orderId)?.parcels ?? []
      byOrder.set(orderId, { parcels: [...earlier, ...(blocks ?? []).filter(isParcel)], link })
    }
  }
  return [...byOrder.values()].flatMap(({ parcels, link }) => [...parcels, 'You can follow it here:', link])
}

const isParcel = (block: MailBlock) => 'facts' in block && block.facts[0]?.[0] === PARCEL_FACT

/** Title of the first fact of a parcel. */
export const PARCEL_FACT = 'Parcel'
