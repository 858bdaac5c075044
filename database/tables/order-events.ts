import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { OrderEventKind } from '#contract/orders/order-events.ts'
import { orders } from './orders.ts'
import { users } from './users.ts'
import { instant, required } from '../columns.ts'

/**
 * Details of an event: `cents` of the price that are refunded in all; a parcel, its pieces, carrier and number, and those before a
 * correction; a return and its pieces, or pieces that returned to stock or were withdrawn; `before` and `after` of an address, a
 * reference, or the pieces of a reduced order, or of a stage, with its `day` and `dayBefore`.
 */
export type OrderEventDetail = {
  cents?: number
  parcel?: string
  quantity?: number
  carrier?: string | null
  trackingNumber?: string | null
  carrierBefore?: string | null
  trackingNumberBefore?: string | null
  return?: string
  before?: string | null
  after?: string | null
  day?: string | null
  dayBefore?: string | null
}

/**
 * What happened to an order. A trigger of `orders` writes it in the transaction of the change, so every process and job does.
 * Append-only: a trigger refuses updates and deletes. `actorId` is null for the shop itself.
 */
export const orderEvents = pgTable(
  'order_events',
  {
    position: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: required(() => orders.id),
    at: instant().notNull().defaultNow(),
    kind: text().$type<OrderEventKind>().notNull(),
    actorId: uuid().references(() => users.id),
    /** See `OrderEventDetail`. */
    detail: jsonb()
      .$type<OrderEventDetail>()
      .notNull()
      .default(sql`'{}'::jsonb`),
  },
  (event) => [
    index('order_events_of_order').on(event.orderId, event.position),
    // Events are added in the order of their times, so this index costs nearly nothing.
    index('order_events_by_time').using('brin', event.at),
  ],
)
