import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#database/connect.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'

/**
 * A page of the orders to which something happened at `since` or later, in the order of the latest event. An event is stamped
 * when its transaction begins, so one that was committed late may be before a time that was asked for already: programs ask with
 * an overlap.
 * @param userId the customer; without it all customers.
 */
export async function findChangedOrders(
  db: Queryable,
  since: Date,
  { skip, size, userId }: { skip: number; size: number; userId?: string | undefined },
): Promise<OrderRow[]> {
  const changed = alias(orders, 'changed')
  return db
    .select()
    .from(changed)
    .innerJoin(
      sql`(
        select order_id, max(order_events.position) as latest
        from order_events join orders on orders.id = order_id
        where at >= ${since} ${userId === undefined ? sql`` : sql`and user_id = ${userId}::uuid`}
        group by order_id order by latest limit ${size} offset ${skip}
      ) as event`,
      sql`event.order_id = ${changed.id}`,
    )
    .orderBy(sql`event.latest`)
    .then((rows) => rows.map((row) => row.changed))
}
