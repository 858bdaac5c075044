import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { CarrierId } from '#contract/orders/carriers.ts'
import { instant, pieces, position, required } from '../columns.ts'
import { orders } from './orders.ts'

/**
 * Pieces of an order that left together. A trigger keeps their sum within the order's pieces, keeps sent pieces unchanged, and writes
 * the order's timeline. An order is `shipped` when all its pieces are in parcels, but those that were withdrawn. Carrier and tracking
 * number may be unknown, and may be corrected.
 */
export const parcels = pgTable(
  'parcels',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    orderId: required(() => orders.id),
    quantity: pieces().notNull(),
    carrier: text().$type<CarrierId>(),
    trackingNumber: text(),
    shippedAt: instant().notNull().defaultNow(),
    deliveredAt: instant(),
  },
  (parcel) => [
    index('parcels_of_order').on(parcel.orderId, parcel.position),
    index('parcels_by_tracking_number')
      .on(sql`search_form(${parcel.trackingNumber}) text_pattern_ops`)
      .where(sql`${parcel.trackingNumber} is not null`),
    check('parcels_pieces', sql`${parcel.quantity} > 0`),
    check('parcels_delivered_after_shipping', sql`${parcel.deliveredAt} >= ${parcel.shippedAt}`),
  ],
)
