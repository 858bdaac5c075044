import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { HOLD_MINUTES, MINIMUM_ORDER } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { centsToDollars, formatDollars, parseUnitPrice, totalOf, type Cents } from '#contract/money.ts'
import type { StockChangeAnswer } from '#contract/orders.ts'
import { minutesFromNow, transaction, type Database, type Transaction } from '#database/connect.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { crashPoint } from '../crash-point.ts'
import { invalidField, ShopError } from '../errors.ts'
import { countAttempt } from '../identity/limit-attempts.ts'
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
  /** Most unpaid orders of one customer, the one that this hold is for included. */
  maxUnpaidOrders: number
}

/**
 * Takes pieces out of stock for one customer, for 15 minutes and at today's price, or takes nothing:
 * `modifiedCount` is 0 when fewer are left. A live hold of the same customer on the same part is replaced.
 * Readings, "PUT inventory/{id} with restAvailable".
 * @throws ShopError INVALID_INPUT for fewer than 1000 pieces, or a total that one card payment cannot take;
 *   TOO_MANY_UNPAID when the customer has as many unpaid orders as allowed; TOO_MANY_REQUESTS.
 */
export async function holdPieces(db: Database, request: HoldRequest): Promise<StockChangeAnswer> {
  try {
    const answer = await transaction(db, (tx) => takePieces(tx, request))
    crashPoint('hold: committed')
    return answer
  } catch (error) {
    if (error instanceof NotEnough) return { modifiedCount: 0 }
    throw error
  }
}

/** Undoes the transaction: the hold that would have been replaced stays as it is. */
class NotEnough extends Error {}

async function takePieces(tx: Transaction, request: HoldRequest): Promise<StockChangeAnswer> {
  const { partId, userId, limits } = request
  const replacesHold = await requireRoomForOrder(tx, request)
  const quantity = request.quantity ?? (await piecesTaken(tx, partId, request.rest))
  if (replacesHold) {
    // The part before its holds, as whoever removes a part locks them: so the two never wait for each other in a circle.
    await tx.select({ id: parts.id }).from(parts).where(eq(parts.id, partId)).for('no key update')
    await releaseHolds(tx, and(eq(holds.userId, userId), eq(holds.partId, partId)))
  }

  const hold = await holdFromStock(tx, request, quantity)
  if (!hold) throw new NotEnough()
  const total = totalOf(parseUnitPrice(hold.price)!, quantity) // the table allows positive prices only
  requireChargeable(total, limits)
  crashPoint('hold: taken')
  return {
    modifiedCount: 1,
    holdId: hold.id,
    expiresAt: new Date(hold.expiresAt).toISOString(),
    price: Number(hold.price),
    totalPrice: centsToDollars(total),
    available: Number(hold.available),
  }
}

/**
 * Keeps one customer from emptying the shop without paying. The row that counts the attempt stays locked until the
 * transaction ends, so that holds of one customer take turns and each counts those before it. A hold counts as the order
 * that it may become; therefore an order made of one needs no count of its own.
 * Answers whether the customer has a live hold of this same part, which the new one replaces.
 * @throws ShopError TOO_MANY_UNPAID, TOO_MANY_REQUESTS
 */
async function requireRoomForOrder(tx: Transaction, { userId, partId, maxUnpaidOrders }: HoldRequest): Promise<boolean> {
  await countAttempt(tx, 'hold', userId)
  const unpaid = and(eq(orders.userId, userId), inArray(orders.state, ['unpaid', 'cancelling']))
  const held = and(eq(holds.userId, userId), eq(holds.state, 'held'))
  // The hold of this same part is about to be replaced.
  const elsewhere = and(held, ne(holds.partId, partId))
  const { rows } = await tx.execute<{ open: number; replaces: boolean }>(sql`
    select ((select count(*) from ${orders} where ${unpaid}) + (select count(*) from ${holds} where ${elsewhere}))::int as open,
      exists (select from ${holds} where ${held} and ${eq(holds.partId, partId)}) as replaces`)
  const { open, replaces } = rows[0]! // a sum of counts always yields its row
  if (open >= maxUnpaidOrders) throw new ShopError('TOO_MANY_UNPAID')
  return replaces
}

/** @throws ShopError INVALID_INPUT */
function requireChargeable(total: Cents, { minimumCents, maximumCents }: ChargeLimits): void {
  const inDollars = (cents: Cents) => formatDollars(centsToDollars(cents))
  if (total > maximumCents) throw invalidField('orderQuantity', messages.totalAboveCardLimit(inDollars(maximumCents)))
  if (total < minimumCents) throw invalidField('orderQuantity', messages.totalBelowCardLimit(inDollars(minimumCents)))
}

type Hold = { id: string; expiresAt: string; price: string; available: string }

/**
 * One conditional statement decides, and writes the hold and its line of the ledger too: a part that everybody wants is
 * locked for as short as can be. Undefined when fewer pieces are left, or the part is gone.
 */
async function holdFromStock(tx: Transaction, { partId, userId }: HoldRequest, quantity: number): Promise<Hold | undefined> {
  const { rows } = await tx.execute<Hold>(sql`
    with taken as (
      update parts set available = available - ${quantity}::bigint
      where id = ${partId}::uuid and available >= ${quantity}::bigint and deleted_at is null
      returning id, price, available
    ), held as (
      insert into holds (user_id, part_id, quantity, unit_price, expires_at)
      select ${userId}::uuid, id, ${quantity}::bigint, price, ${minutesFromNow(HOLD_MINUTES)} from taken
      returning id, part_id, quantity, expires_at
    ), moved as (
      insert into stock_moves (part_id, delta, kind, ref)
      select part_id, -quantity, 'hold', id from held
    )
    select held.id, held.expires_at as "expiresAt", taken.price, taken.available from taken, held`)
  return rows[0]
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
