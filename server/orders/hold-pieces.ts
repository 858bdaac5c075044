import { and, eq, isNull, sql } from 'drizzle-orm'
import { HOLD_MINUTES, MINIMUM_ORDER } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { centsToDollars, formatDollars, parseUnitPrice, totalOf, type Cents } from '#contract/money.ts'
import type { StockChangeAnswer } from '#contract/orders.ts'
import { minutesFromNow, transaction, type Database, type Transaction } from '#database/connect.ts'
import { holds } from '#database/tables/orders.ts'
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
  const { limits, maxUnpaidOrders } = request
  // The row that counts the attempt stays locked until the transaction ends, so that holds of one customer take turns and
  // each counts those before it.
  const counted = countAttempt(tx, 'hold', request.userId)
  const quantity: number = request.quantity ?? (await counted.then(() => piecesTaken(tx, request.partId, request.rest)))
  const [, first] = await Promise.all([counted, holdFromStock(tx, request, quantity)])
  const hold = first.replaces ? await replaceHold(tx, request, quantity) : first
  if (hold.open >= maxUnpaidOrders) throw new ShopError('TOO_MANY_UNPAID')
  if (hold.id === null) throw new NotEnough()

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

async function replaceHold(tx: Transaction, request: HoldRequest, quantity: number): Promise<Hold> {
  const { partId, userId } = request
  // The part before its holds, as whoever removes a part locks them: so the two never wait for each other in a circle.
  await tx.select({ id: parts.id }).from(parts).where(eq(parts.id, partId)).for('no key update')
  await releaseHolds(tx, and(eq(holds.userId, userId), eq(holds.partId, partId)))
  return holdFromStock(tx, request, quantity)
}

/** @throws ShopError INVALID_INPUT */
function requireChargeable(total: Cents, { minimumCents, maximumCents }: ChargeLimits): void {
  const inDollars = (cents: Cents) => formatDollars(centsToDollars(cents))
  if (total > maximumCents) throw invalidField('orderQuantity', messages.totalAboveCardLimit(inDollars(maximumCents)))
  if (total < minimumCents) throw invalidField('orderQuantity', messages.totalBelowCardLimit(inDollars(minimumCents)))
}

/** What came of it; without an id nothing was taken. `open` counts what the customer may still have to pay elsewhere. */
type Hold = { open: number; replaces: boolean } & (
  | { id: string; expiresAt: string; price: string; available: string }
  | { id: null }
)

/**
 * One conditional statement decides, and writes the hold and its line of the ledger too: a part that everybody wants is
 * locked for as short as can be. Nothing is taken when fewer pieces are left, the part is gone, the customer has a live
 * hold of it, which would have to be replaced, or as many unpaid orders as allowed. A hold counts as the order that it
 * may become; therefore an order made of one needs no count of its own. Orders that are paid together count as one.
 */
async function holdFromStock(
  tx: Transaction,
  { partId, userId, maxUnpaidOrders }: HoldRequest,
  quantity: number,
): Promise<Hold> {
  const { rows } = await tx.execute<Hold>(sql`
    with customer as materialized (
      select
        ((select count(distinct coalesce(group_id, id)) from orders where user_id = ${userId}::uuid and state in ('unpaid', 'cancelling'))
          + (select count(*) from holds where user_id = ${userId}::uuid and state = 'held' and part_id <> ${partId}::uuid))::int as open,
        exists (select from holds where user_id = ${userId}::uuid and state = 'held' and part_id = ${partId}::uuid) as replaces
    ), taken as (
      update parts set available = available - ${quantity}::bigint
      from customer
      where parts.id = ${partId}::uuid and parts.available >= ${quantity}::bigint and parts.deleted_at is null
        and not customer.replaces and customer.open < ${maxUnpaidOrders}::int
      returning parts.id, unit_price_at(parts.price, parts.price_breaks, ${quantity}::bigint) as price, parts.available
    ), held as (
      insert into holds (user_id, part_id, quantity, unit_price, expires_at)
      select ${userId}::uuid, id, ${quantity}::bigint, price, ${minutesFromNow(HOLD_MINUTES)} from taken
      returning id, part_id, quantity, expires_at
    ), moved as (
      insert into stock_moves (part_id, delta, kind, ref)
      select part_id, -quantity, 'hold', id from held
    )
    select customer.open, customer.replaces, held.id, held.expires_at as "expiresAt", taken.price, taken.available
    from customer left join taken on true left join held on true`)
  return rows[0]! // the customer's figures are always a row
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
