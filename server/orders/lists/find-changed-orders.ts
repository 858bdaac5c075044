import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#database/connect.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'

/**
 * A page of the orders to which something happened at `since` or later, in the order of the first event since then: an order that
 * changes again between two pages keeps its place, and so do all others. An event is stamped when its transaction begins, so one that
 * was committed late may be before a time that was asked for already: programs ask with an overlap.
 * @param userId the customer; without it all customers.
 * @param after id of the order behind which the page begins.
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
