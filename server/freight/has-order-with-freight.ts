import { isNotNull } from 'drizzle-orm'
import type { Queryable } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'

/** Whether any order of the shop has freight. */
export async function hasOrderWithFreight(db: Queryable): Promise<boolean> {
  const found = await db.select({ id: orders.id }).from(orders).where(isNotNull(orders.freight)).limit(1)
  return found.length > 0
}
