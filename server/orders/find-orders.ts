import { and, asc, eq, ne } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { Queryable } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import { presentOrder } from './present-order.ts'

const notCancelled = ne(orders.state, 'cancelled')

/** A customer's orders, oldest first; cancelled ones are gone from sight. */
export async function ordersOfCustomer(db: Queryable, email: string): Promise<Order[]> {
  const rows = await db
    .select({ order: orders })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(users.email, email), notCancelled))
    .orderBy(asc(orders.position))
  return rows.map(({ order }) => presentOrder(order))
}

/** All orders, oldest first. For admins. */
export async function allOrders(db: Queryable): Promise<Order[]> {
  const rows = await db.select().from(orders).where(notCancelled).orderBy(asc(orders.position))
  return rows.map(presentOrder)
}

/** @throws ShopError NOT_FOUND for an unknown order and, alike, for another customer's, unless an admin asks. */
export async function findOrder(db: Queryable, caller: Caller, orderId: string): Promise<Order> {
  const [row] = await db.select().from(orders).where(and(eq(orders.id, orderId), notCancelled, seenBy(caller)))
  if (!row) throw new ShopError('NOT_FOUND')
  return presentOrder(row)
}

/** Part of the WHERE of every look-up of one order: whose orders this caller may touch. */
export const seenBy = (caller: Caller) => (caller.role === 'admin' ? undefined : eq(orders.userId, caller.userId))
