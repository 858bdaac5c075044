import { desc, eq, sql } from 'drizzle-orm'
import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import type { StockLedger } from '#contract/parts/part-desk.ts'
import type { Queryable } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'

/** One page of a part's ledger, the newest first. The stock after each move is counted back from the stock now. @throws ShopError NOT_FOUND */
export async function listStockMoves(db: Queryable, partId: string, asked: { page?: number; size?: number }): Promise<StockLedger> {
  const [part] = await db.select({ available: parts.available, lowStockBelow: parts.lowStockBelow }).from(parts).where(eq(parts.id, partId))
  if (!part) throw new ShopError('NOT_FOUND')
  const count = await db.$count(stockMoves, eq(stockMoves.partId, partId))
  const { page, size } = clampPage({ size: ORDERS_PAGE_SIZE, ...asked, count })
  const rows = await db
    .select({
      position: stockMoves.id,
      at: stockMoves.createdAt,
      by: users.email,
      kind: stockMoves.kind,
      delta: stockMoves.delta,
      later: sql<string>`sum(${stockMoves.delta}) over (order by ${stockMoves.id} desc) - ${stockMoves.delta}`,
      reason: stockMoves.reason,
      note: stockMoves.note,
      orderId: orders.id,
      orderPosition: orders.position,
    })
    .from(stockMoves)
    .leftJoin(users, eq(users.id, stockMoves.actorId))
    .leftJoin(orders, eq(orders.holdId, stockMoves.ref))
    .where(eq(stockMoves.partId, partId))
    .orderBy(desc(stockMoves.id))
    .limit(size)
    .offset(page * size)
  const moves = rows.map(({ at, later, orderId, orderPosition, ...move }) => ({
    ...move,
    at: at.toISOString(),
    balance: part.available - Number(later),
    order: orderId === null || orderPosition === null ? null : { _id: orderId, number: orderNumber(orderPosition) },
  }))
  return { count, page, ...part, moves }
}
