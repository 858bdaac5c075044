import { sql } from 'drizzle-orm'
import { orders } from '#database/tables/orders.ts'

/** Values that move the time of orders, and of their deadlines, into the past. */
export const placedEarlier = (by: string) => ({
  placedAt: sql`${orders.placedAt} - ${by}::interval`,
  payBy: sql`${orders.payBy} - ${by}::interval`,
})
