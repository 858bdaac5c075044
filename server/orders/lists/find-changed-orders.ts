import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#database/connect.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'

/**
 * A page of the orders with an event at `since` or later, ordered by the first such event, so that an order that changes between two
 * pages keeps its place. An event has the start time of its transaction; one that is committed late may be older than a `since` that
 * was already requested, so clients let their requests overlap.
 * @param userId the customer; without it all customers.
 * @param after id of the last order of the previous page.
 */
export async function findChangedOrders(
  db: Queryable,
  since: Date,
  { skip, size, userId, after }: { skip: number; size: number; userId?: string | undefined; after?: string | undefined },
): Promise<OrderRow[]> {
  const changed = alias(orders, 'changed')
  return db
    .select()
    .from(changed)
    .innerJoin(
      sql`(
        select order_id, min(order_events.position) as first
        from order_events join orders on orders.id = order_id
        where at >= ${since} ${userId === undefined ? sql`` : sql`and user_id = ${userId}::uuid`}
        group by order_id
        ${after === undefined ? sql`` : sql`having min(order_events.position) > ${firstEventOf(after, since)}`}
        order by first limit ${size} offset ${skip}
      ) as event`,
      sql`event.order_id = ${changed.id}`,
    )
    .orderBy(sql`event.first`)
    .then((rows) => rows.map((row) => row.changed))
}

const firstEventOf = (orderId: string, since: Date) => sql`
  coalesce((select min(position) from order_events where order_id = ${orderId}::uuid and at >= ${since}), 0)`
