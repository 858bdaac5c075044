import { and, desc, eq, sql } from 'drizzle-orm'
import { RETURNS_PAGE_SIZE, type Return, type Returns } from '#contract/orders/returns.ts'
import { returnStates, type ReturnState } from '#contract/orders/return-states.ts'
import type { Queryable } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { returns } from '#database/tables/returns.ts'
import { ShopError } from '../errors.ts'
import { seenBy } from '../orders/lists/find-orders.ts'
import type { Caller } from '../platform/http/caller.ts'
import { behind } from '../platform/paging/behind.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
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

/** One page of all returns, the newest first. For admins. */
export async function allReturns(
  db: Queryable,
  asked: { page?: number; size?: number; state?: ReturnState; after?: string },
): Promise<Returns> {
  const counted = await db
    .select({ state: returns.state, count: sql<number>`count(*)::int` })
    .from(returns)
    .groupBy(returns.state)
  const of = (state: ReturnState) => counted.find((row) => row.state === state)?.count ?? 0
  const states = Object.fromEntries(returnStates.map((state) => [state, of(state)])) as Returns['states']
  const count = asked.state === undefined ? counted.reduce((sum, row) => sum + row.count, 0) : of(asked.state)
  const { page: wanted, size } = clampPage({ page: 0, size: RETURNS_PAGE_SIZE, ...asked })
  const page = Math.min(wanted, Math.max(Math.ceil(count / size) - 1, 0))
  const isBehind = await behind(db, returns, asked.after, [returns.position], { descending: true })
  const which = and(asked.state === undefined ? sql`true` : eq(returns.state, asked.state), isBehind)!
  const rows = await readReturns(db, which, desc(returns.position), { limit: size, offset: isBehind ? 0 : page * size })
  return { count, page, states, returns: rows }
}
