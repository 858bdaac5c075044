import { and, asc, eq, gt, gte, ne, sql } from 'drizzle-orm'
import { ORDERS_PAGE_SIZE } from '#contract/limits.ts'
import type { Order } from '#contract/orders.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { orders } from '#database/tables/orders.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { presentOrder } from './present-order.ts'

const notCancelled = ne(orders.state, 'cancelled')

type OrdersAsked = { page?: number; size?: number }

const ORDERS_AT_ONCE = 500

/** A customer's orders, oldest first, in batches, without cancelled ones. */
export async function* ordersOfCustomer(db: Database, email: string, asked: OrdersAsked = {}): AsyncGenerator<Order[], void, undefined> {
  const { page, size } = clampPage({ size: ORDERS_PAGE_SIZE, ...asked })
  if (asked.page !== undefined) {
    const rows = await customersOrders(db).execute({ email, after: 0, limit: size, offset: page * size })
    return yield rows.map(({ order }) => presentOrder(order))
  }
  yield* inBatches(async (after) => {
    const rows = await customersOrders(db).execute({ email, after, limit: ORDERS_AT_ONCE, offset: 0 })
    return rows.map(({ order }) => order)
  })
}

const customersOrders = preparedOnce('customers_orders', (db) =>
  db
    .select({ order: orders })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(users.email, sql.placeholder('email')), notCancelled, gt(orders.position, sql.placeholder('after'))))
    .orderBy(asc(orders.position))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)

/** All orders, oldest first, or one page of them, in batches. For admins. */
export async function* allOrders(db: Database, asked: OrdersAsked = {}): AsyncGenerator<Order[], void, undefined> {
  if (asked.page !== undefined) {
    const { page, size } = clampPage({ size: ORDERS_PAGE_SIZE, ...asked })
    const rows = await ordersPage(db).execute({ skip: page * size, size })
    return yield rows.map(presentOrder)
  }
  yield* inBatches((after) =>
    db
      .select()
      .from(orders)
      .where(and(notCancelled, gt(orders.position, after)))
      .orderBy(asc(orders.position))
      .limit(ORDERS_AT_ONCE),
  )
}

async function* inBatches(read: (after: number) => Promise<(typeof orders.$inferSelect)[]>): AsyncGenerator<Order[], void, undefined> {
  for (let after = 0; ;) {
    const rows = await read(after)
    if (rows.length > 0) yield rows.map(presentOrder)
    if (rows.length < ORDERS_AT_ONCE) return
    after = rows.at(-1)!.position
  }
}

/** `list_position` is defined in the migrations: it finds the start of a page by the counts of `list_counts`. */
const ordersPage = preparedOnce('orders_page', (db) =>
  db
    .select()
    .from(orders)
    .where(and(notCancelled, gte(orders.position, sql`(select list_position('orders', ${sql.placeholder('skip')}))`)))
    .orderBy(asc(orders.position))
    .limit(sql.placeholder('size')),
)

export async function countOrders(db: Database): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select list_length('orders')::int as count`)
  return rows[0]!.count // a function's value is always one row
}

/** @throws ShopError NOT_FOUND for an unknown order, and for another customer's unless the caller is an admin. */
export async function findOrder(db: Queryable, caller: Caller, orderId: string): Promise<Order> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), notCancelled, seenBy(caller)))
  if (!row) throw new ShopError('NOT_FOUND')
  return presentOrder(row)
}

export const seenBy = (caller: Caller) => (caller.role === 'admin' ? undefined : eq(orders.userId, caller.userId))
