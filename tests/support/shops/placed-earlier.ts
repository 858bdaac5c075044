import { sql } from 'drizzle-orm'
import { orders } from '#database/tables/orders.ts'

/** What to set so that orders were placed so much earlier, and their time to be paid ends so much earlier. */
export const placedEarlier = (by: string) => ({
  placedAt: sql`${orders.placedAt} - ${by}::interval`,
  payBy: sql`${orders.payBy} - ${by}::interval`,
})
