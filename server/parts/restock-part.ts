import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { MAXIMUM_STOCK } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import type { StockChange, StockReason } from '#contract/parts/part-desk.ts'
import type { Transaction } from '#database/connect.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { invalidField, ShopError } from '../errors.ts'

type Restocked = { modifiedCount: 0 | 1; available: number }

/**
 * Adds pieces to a part's stock; a negative number removes some. The database adds, so that a concurrent purchase is never
 * overwritten.
 * @throws ShopError INVALID_INPUT when the stock would leave 0 to a billion pieces; NOT_FOUND.
 */
export async function restockPart(tx: Transaction, actor: Actor, partId: string, added: number): Promise<Restocked> {
  const before = await lockStock(tx, partId)
  return changeStock(tx, actor, partId, { before, delta: added, kind: 'restock' })
}

/**
 * Changes a stock with a reason. A counted stock corrects the one that was seen: pieces sold since are not counted again.
 * @throws ShopError as `restockPart`, at `pieces`.
 */
export async function correctStock(
  tx: Transaction,
  actor: Actor,
  partId: string,
  { change, pieces, seen, reason, note }: StockChange,
): Promise<Restocked> {
  const before = await lockStock(tx, partId)
  const delta = change === 'add' ? pieces : pieces - seen
  const said = { reason, note: note.trim(), field: 'pieces' }
  return changeStock(tx, actor, partId, { before, delta, kind: change === 'add' ? 'restock' : 'set', ...said })
}

/**
 * Adds the pieces of a delivery, with its id as `ref`.
 * @throws ShopError as `restockPart`, at `pieces`.
 */
export async function receivePieces(
  tx: Transaction,
  actor: Actor,
  partId: string,
  { pieces, note, ref }: { pieces: number; note: string; ref: string },
): Promise<Restocked> {
  const before = await lockStock(tx, partId)
  return changeStock(tx, actor, partId, { before, delta: pieces, kind: 'restock', reason: 'received', note, ref, field: 'pieces' })
}

/** Sets the stock to a number, for clients that send no difference. The ledger records it as such. */
export async function setStock(tx: Transaction, actor: Actor, partId: string, available: number): Promise<Restocked> {
  const before = await lockStock(tx, partId)
  return changeStock(tx, actor, partId, { before, delta: available - before, kind: 'set' })
}

/** Pieces in stock; locks the part's row until the transaction ends. */
async function lockStock(tx: Transaction, partId: string): Promise<number> {
  const [part] = await tx
    .select({ available: parts.available })
    .from(parts)
    .where(and(eq(parts.id, partId), isNull(parts.deletedAt)))
    .for('no key update')
  if (!part) throw new ShopError('NOT_FOUND')
  return part.available
}

type Change = {
  before: number
  delta: number
  kind: 'restock' | 'set'
  reason?: StockReason
  note?: string
  /** By which the ledger books it once. */
  ref?: string
  field?: string
}

async function changeStock(tx: Transaction, actor: Actor, partId: string, change: Change): Promise<Restocked> {
  const {
    before,
    delta,
    kind,
    reason,
    note = '',
    ref = randomUUID(),
    field = kind === 'restock' ? 'added' : 'newAvailable.available',
  } = change
  const available = before + delta
  if (available < 0 || available > MAXIMUM_STOCK) throw invalidField(field, messages.stockOutOfBounds)
  if (delta === 0) return { modifiedCount: 0, available }
  await tx
    .update(parts)
    .set({ available: sql`${parts.available} + ${delta}` })
    .where(eq(parts.id, partId))
  await tx.insert(stockMoves).values({ partId, delta, kind, ref, reason, note, actorId: actor?.userId })
  await writeAudit(tx, actor, kind === 'restock' ? 'restock-part' : 'set-stock', partId, {
    added: delta,
    available,
    ...(reason && { reason }),
  })
  return { modifiedCount: 1, available }
}
