import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import { HOLD_MINUTES, MINIMUM_ORDER } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { centsToDollars, formatDollars, parseUnitPrice, totalOf, type Cents } from '#contract/money.ts'
import type { StockChangeAnswer } from '#contract/orders.ts'
import { minutesFromNow, transaction, type Database, type Transaction } from '#database/connect.ts'
import { holds } from '#database/tables/orders.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { invalidField, ShopError } from '../errors.ts'
import type { PaymentProvider } from '../payments/provider.ts'
import { releaseHolds } from './release-holds.ts'

/** Least and most cents of one card payment. */
export type ChargeLimits = Pick<PaymentProvider, 'minimumCents' | 'maximumCents'>

export type HoldRequest = {
  partId: string
  userId: string
  /** Pieces; when undefined, the current stock minus `rest`. */
  quantity: number | undefined
  rest: number
  /** What one payment can take. */
  limits: ChargeLimits
}

/**
 * Takes pieces out of stock for one customer, for 15 minutes and at today's price, or takes nothing:
 * `modifiedCount` is 0 when fewer are left. A live hold of the same customer on the same part is replaced.
 * Readings, "PUT inventory/{id} with restAvailable".
 * @throws ShopError INVALID_INPUT for fewer than 1000 pieces, or a total that one card payment cannot take.
 */
export async function holdPieces(db: Database, request: HoldRequest): Promise<StockChangeAnswer> {
  try {
    return await transaction(db, (tx) => takePieces(tx, request))
  } catch (error) {
    if (error instanceof NotEnough) return { modifiedCount: 0 }
    throw error
  }
}

/** Undoes the transaction: the hold that would have been replaced stays as it is. */
class NotEnough extends Error {}

async function takePieces(tx: Transaction, request: HoldRequest): Promise<StockChangeAnswer> {
  const { partId, userId, limits } = request
  const quantity = request.quantity ?? (await piecesTaken(tx, partId, request.rest))
  const ownHold = and(eq(holds.userId, userId), eq(holds.partId, partId))

  // The update locks the part's row, so requests of one customer that meet take turns, and each sees the hold
  // of the one before. Only when the stock alone is too low does it matter what that hold gives back.
  let part = await takeFromStock(tx, partId, quantity)
  const released = await releaseHolds(tx, ownHold)
  if (!part && released > 0) part = await takeFromStock(tx, partId, quantity)
  if (!part) throw new NotEnough()

  const total = totalOf(parseUnitPrice(part.price)!, quantity) // the table allows positive prices only
  requireChargeable(total, limits)
  const [hold] = await tx
    .insert(holds)
    .values({ userId, partId, quantity, unitPrice: part.price, expiresAt: minutesFromNow(HOLD_MINUTES) })
    .returning({ id: holds.id, expiresAt: holds.expiresAt })
  await tx.insert(stockMoves).values({ partId, delta: -quantity, kind: 'hold', ref: hold!.id })
  return {
    modifiedCount: 1,
    holdId: hold!.id, // insert ... returning always yields its row
    expiresAt: hold!.expiresAt.toISOString(),
    price: Number(part.price),
    totalPrice: centsToDollars(total),
    available: part.available,
  }
}

/** @throws ShopError INVALID_INPUT */
function requireChargeable(total: Cents, { minimumCents, maximumCents }: ChargeLimits): void {
  const inDollars = (cents: Cents) => formatDollars(centsToDollars(cents))
  if (total > maximumCents) throw invalidField('orderQuantity', messages.totalAboveCardLimit(inDollars(maximumCents)))
  if (total < minimumCents) throw invalidField('orderQuantity', messages.totalBelowCardLimit(inDollars(minimumCents)))
}

/** One conditional statement decides; undefined when fewer pieces are left, or the part is gone. */
async function takeFromStock(tx: Transaction, partId: string, quantity: number) {
  const [part] = await tx
    .update(parts)
    .set({ available: sql`${parts.available} - ${quantity}` })
    .where(and(eq(parts.id, partId), gte(parts.available, quantity), isNull(parts.deletedAt)))
    .returning({ price: parts.price, available: parts.available })
  return part
}

/** How many pieces the browser took off the stock it saw; the row stays locked so that the figure holds. */
async function piecesTaken(tx: Transaction, partId: string, rest: number): Promise<number> {
  const [part] = await tx
    .select({ available: parts.available })
    .from(parts)
    .where(and(eq(parts.id, partId), isNull(parts.deletedAt)))
    .for('update')
  if (!part) throw new ShopError('NOT_FOUND')
  const quantity = part.available - rest
  if (quantity < MINIMUM_ORDER) throw invalidField('restAvailable.available', messages.holdNeedsQuantity)
  return quantity
}
