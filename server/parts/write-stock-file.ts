import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { BYTE_ORDER_MARK, csvOf, type Cell } from '#contract/basics/csv.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import type { StockFileFilter } from '#contract/parts/stock-files.ts'
import type { Database } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { allowLongStatements, transaction } from '#database/transaction.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'
import { within } from '../platform/paging/within.ts'

const AT_ONCE = 1_000
/** For sums over the moves of many parts. */
const STATEMENT_MS = 60_000

type FileMove = Awaited<ReturnType<typeof findMoves>>[number]

/** Programs read the columns by place: new ones go to the end. */
const columns: { title: string; value: (move: FileMove, balance: number) => Cell }[] = [
  { title: 'Number', value: ({ id }) => id },
  { title: 'Time (UTC)', value: ({ at }) => at.toISOString() },
  { title: 'Part number', value: ({ partNumber }) => partNumber },
  { title: 'Part', value: ({ partName }) => partName },
  { title: 'Pieces', value: ({ delta }) => delta },
  { title: 'Stock after', value: (_, balance) => balance },
  { title: 'Kind', value: ({ kind }) => kind },
  { title: 'Reason', value: ({ reason }) => reason },
  { title: 'Order', value: ({ orderPosition }) => orderPosition && orderNumber(orderPosition) },
  { title: 'By', value: ({ by }) => by },
  { title: 'Note', value: ({ note }) => note },
]

/** The moves of one part, or of all within times, that have been booked by now. */
type Asked = { partId: string } | StockFileFilter

/**
 * The moves of the stock ledger as CSV, the oldest first, batch by batch.
 * @throws ShopError NOT_FOUND for an unknown part.
 */
export async function* writeStockFile(db: Database, asked: Asked): AsyncGenerator<string, void, undefined> {
  if ('partId' in asked && (await db.$count(parts, eq(parts.id, asked.partId))) === 0) throw new ShopError('NOT_FOUND')
  const { first, last } = await findEnds(db, asked)
  const balances = new Map<string, number>()
  yield BYTE_ORDER_MARK + csvOf([columns.map(({ title }) => title)])
  for (let before = first - 1; before < last;) {
    const moves = await findMoves(db, and(whichMoves(asked), gt(stockMoves.id, before), lte(stockMoves.id, last)))
    if (moves.length === 0) return
    const unknown = [...new Set(moves.map(({ partId }) => partId))].filter((id) => !balances.has(id))
    for (const [id, balance] of await balancesBefore(db, unknown, moves[0]!.id)) balances.set(id, balance)
    yield csvOf(
      moves.map((move) => {
        const balance = balances.get(move.partId)! + move.delta // every part was looked up
        balances.set(move.partId, balance)
        return columns.map(({ value }) => value(move, balance))
      }),
    )
    before = moves.at(-1)!.id
  }
}

const whichMoves = (asked: Asked) => ('partId' in asked ? eq(stockMoves.partId, asked.partId) : and(...within(stockMoves.createdAt, asked)))

/** Numbers of the first and the last of these moves. The count keeps the planner from reading the ledger from its beginning. */
async function findEnds(db: Database, asked: Asked): Promise<{ first: number; last: number }> {
  const [ends] = await db
    .select({
      first: sql<number>`coalesce(min(${stockMoves.id}), 1)::float8`,
      last: sql<number>`coalesce(max(${stockMoves.id}), 0)::float8`,
      count: sql<string>`count(*)`,
    })
    .from(stockMoves)
    .where(whichMoves(asked))
  return ends! // an aggregate is always one row
}

const findMoves = (db: Database, which: ReturnType<typeof and>) =>
  db
    .select({
      id: stockMoves.id,
      at: stockMoves.createdAt,
      partId: stockMoves.partId,
      partNumber: parts.partNumber,
      partName: parts.name,
      delta: stockMoves.delta,
      kind: stockMoves.kind,
      reason: stockMoves.reason,
      note: stockMoves.note,
      by: users.email,
      orderPosition: orders.position,
    })
    .from(stockMoves)
    .innerJoin(parts, eq(parts.id, stockMoves.partId))
    .leftJoin(users, eq(users.id, stockMoves.actorId))
    .leftJoin(orders, eq(orders.holdId, stockMoves.ref))
    .where(which)
    .orderBy(asc(stockMoves.id))
    .limit(AT_ONCE)

/** The stock that parts had before a move, counted back from the stock now: files are mostly about the last months. */
async function balancesBefore(db: Database, partIds: string[], move: number): Promise<[id: string, pieces: number][]> {
  if (partIds.length === 0) return []
  return transaction(db, async (tx) => {
    await allowLongStatements(tx, STATEMENT_MS)
    const { rows } = await tx.execute<{ id: string; pieces: number }>(sql`
      select part.id, (part.available - coalesce(
        (select sum(later.delta) from stock_moves as later where later.part_id = part.id and later.id >= ${move}), 0))::float8 as pieces
      from parts as part where part.id = any (${sql.param(partIds)}::uuid[])`)
    return rows.map(({ id, pieces }) => [id, pieces])
  })
}
