import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { TimeRange } from '#contract/basics/fields.ts'
import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import type { AllStockMoves, StockLedger, StockMove } from '#contract/parts/part-desk.ts'
import type { Queryable } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { promises } from '#database/tables/promises.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { within } from '../platform/paging/within.ts'

/** One page of a part's ledger, the newest first. The stock after each move is counted back from the stock now. @throws ShopError NOT_FOUND */
export async function listStockMoves(db: Queryable, partId: string, asked: { page?: number; size?: number }): Promise<StockLedger> {
  const [part] = await db.select({ available: parts.available, lowStockBelow: parts.lowStockBelow }).from(parts).where(eq(parts.id, partId))
  if (!part) throw new ShopError('NOT_FOUND')
  const count = await db.$count(stockMoves, eq(stockMoves.partId, partId))
  const { page, size } = clampPage({ size: ORDERS_PAGE_SIZE, ...asked, count })
  const rows = await db
    .select({ ...moveColumns, later: sql<string>`sum(${stockMoves.delta}) over (order by ${stockMoves.id} desc) - ${stockMoves.delta}` })
    .from(stockMoves)
    .leftJoin(users, eq(users.id, stockMoves.actorId))
    .leftJoin(promises, eq(promises.id, stockMoves.ref))
    .leftJoin(orders, or(eq(orders.holdId, stockMoves.ref), eq(orders.id, promises.orderId)))
    .where(eq(stockMoves.partId, partId))
    .orderBy(desc(stockMoves.id))
    .limit(size)
    .offset(page * size)
  return { count, page, ...part, moves: rows.map(({ later, ...move }) => presentMove(move, part.available - Number(later))) }
}

/** One page of the moves of all parts within times, the newest first. Only those of the page are counted back to the stock after them: it is chosen first. */
export async function listAllStockMoves(
  db: Queryable,
  { page: askedPage = 0, size: askedSize = ORDERS_PAGE_SIZE, ...times }: TimeRange & { page?: number; size?: number },
): Promise<AllStockMoves> {
  const which = and(...within(stockMoves.createdAt, times))
  const count = await db.$count(stockMoves, which)
  const { page, size } = clampPage({ page: askedPage, size: askedSize, count })
  const chosen = db
    .select({ id: stockMoves.id })
    .from(stockMoves)
    .where(which)
    .orderBy(desc(stockMoves.id))
    .limit(size)
    .offset(page * size)
    .as('chosen')
  const rows = await db
    .select({
      ...moveColumns,
      balance: sql<string>`${parts.available} - coalesce(
        (select sum(later.delta) from stock_moves as later where later.part_id = ${stockMoves.partId} and later.id > ${stockMoves.id}), 0)`,
      part: { _id: parts.id, name: parts.name, partNumber: parts.partNumber },
    })
    .from(chosen)
    .innerJoin(stockMoves, eq(stockMoves.id, chosen.id))
    .innerJoin(parts, eq(parts.id, stockMoves.partId))
    .leftJoin(users, eq(users.id, stockMoves.actorId))
    .leftJoin(promises, eq(promises.id, stockMoves.ref))
    .leftJoin(orders, or(eq(orders.holdId, stockMoves.ref), eq(orders.id, promises.orderId)))
    .orderBy(desc(stockMoves.id))
  return { count, page, moves: rows.map(({ balance, part, ...move }) => ({ ...presentMove(move, Number(balance)), part })) }
}

const moveColumns = {
  position: stockMoves.id,
  at: stockMoves.createdAt,
  by: users.email,
  kind: stockMoves.kind,
  delta: stockMoves.delta,
  reason: stockMoves.reason,
  note: stockMoves.note,
  orderId: orders.id,
  orderPosition: orders.position,
}
type MoveRow = Omit<StockMove, 'at' | 'balance' | 'order'> & { at: Date; orderId: string | null; orderPosition: number | null }

const presentMove = ({ at, orderId, orderPosition, ...move }: MoveRow, balance: number): StockMove => ({
  ...move,
  at: at.toISOString(),
  balance,
  order: orderId === null || orderPosition === null ? null : { _id: orderId, number: orderNumber(orderPosition) },
})
