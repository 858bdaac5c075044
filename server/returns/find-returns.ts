import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { RETURNS_PAGE_SIZE, type Return, type Returns } from '#contract/orders/returns.ts'
import { returnStates, type ReturnState } from '#contract/orders/return-states.ts'
import type { Queryable } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { returns } from '#database/tables/returns.ts'
import { ShopError } from '../errors.ts'
import { seenBy } from '../orders/lists/find-orders.ts'
import { nameHas } from '../parts/name-has.ts'
import type { Caller } from '../platform/http/caller.ts'
import { behind } from '../platform/paging/behind.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { escapeLike } from '../platform/paging/escape-like.ts'
import { foldText } from '../platform/paging/fold-text.ts'
import { returnableOf } from '../refunds/restock-returned.ts'
import { readReturns } from './present-return.ts'

/** Oldest first. @throws ShopError NOT_FOUND */
export async function returnsOfOrder(db: Queryable, caller: Caller, orderId: string): Promise<{ returns: Return[]; returnable: number }> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), seenBy(caller)))
  if (!order) throw new ShopError('NOT_FOUND')
  return { returns: await readReturns(db, eq(returns.orderId, orderId)), returnable: returnableOf(order) }
}

/** @throws ShopError NOT_FOUND */
export async function findReturn(db: Queryable, id: string): Promise<Return> {
  const [one] = await readReturns(db, eq(returns.id, id))
  if (!one) throw new ShopError('NOT_FOUND')
  return one
}

/** One page of all returns, the newest first. For admins. */
export async function allReturns(
  db: Queryable,
  asked: { page?: number; size?: number; state?: string; q?: string; after?: string },
): Promise<Returns> {
  const isNamed = await namedBy(db, asked.q ?? '')
  const counted = await db
    .select({ state: returns.state, count: sql<number>`count(*)::int` })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(isNamed)
    .groupBy(returns.state)
  const of = (state: ReturnState) => counted.find((row) => row.state === state)?.count ?? 0
  const states = Object.fromEntries(returnStates.map((state) => [state, of(state)])) as Returns['states']
  const chosen = returnStates.filter((state) => asked.state === undefined || asked.state.split(',').includes(state))
  const count = chosen.reduce((sum, state) => sum + of(state), 0)
  const { page, size } = clampPage({ size: RETURNS_PAGE_SIZE, ...asked, count })
  const isBehind = await behind(db, returns, asked.after, [returns.position], { descending: true })
  const which = and(inArray(returns.state, chosen), isNamed, isBehind)!
  const rows = await readReturns(db, which, desc(returns.position), { limit: size, offset: isBehind ? 0 : page * size })
  return { count, page, states, returns: rows }
}

/** The condition of a text: the number of the return or of its order, or a part of the part's present name or of the buyer's email. */
async function namedBy(db: Queryable, q: string): Promise<SQL | undefined> {
  const text = await foldText(db, q)
  if (text === '') return undefined
  const [, letter, number = null] = /^([ro]?)-?0*(\d{1,12})$/.exec(text) ?? []
  // Each way by its index; conditions beside each other, of two tables, would read all returns.
  return sql`${returns.id} in (
    select id from returns where position = ${letter === 'o' ? null : number}::bigint
    union select returns.id from returns join orders on orders.id = order_id where orders.position = ${letter === 'r' ? null : number}::bigint
    union select returns.id from returns join orders on orders.id = order_id join parts on parts.id = part_id where ${nameHas(text)}
    union select returns.id from returns join orders on orders.id = order_id join users on users.id = user_id
      where users.email like ${`%${escapeLike(text)}%`})`
}
