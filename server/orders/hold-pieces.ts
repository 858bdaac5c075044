import { and, eq, isNull } from 'drizzle-orm'
import { MINIMUM_ORDER } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { centsToDollars, parseUnitPrice, totalOf, type Cents } from '#contract/money.ts'
import type { StockChangeAnswer } from '#contract/orders.ts'
import { commitTogether, requireAll } from '#database/commit-together.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { holds } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { crashPoint } from '../crash-point.ts'
import { invalidField, ShopError } from '../errors.ts'
import { countAttempt, countAttempts } from '../identity/limit-attempts.ts'
import { requireLiveBuyers } from '../identity/require-live-buyers.ts'
import { isChargeable, requireChargeable, type ChargeLimits } from '../payments/charge-limits.ts'
import type { Buyer } from '../trust/find-buyer.ts'
import { lockNetwork } from '../trust/lock-network.ts'
import { requireRoom, tooManyBills } from '../trust/require-room.ts'
import { countRefusal } from './count-refusal.ts'
import { holdFromStock, type Hold, type TakenHold, type Wanted } from './hold-from-stock.ts'
import { releaseHolds } from './release-holds.ts'

export type HoldRequest = {
  partId: string
  buyer: Buyer
  /** Pieces; when undefined, the current stock minus `rest`. */
  quantity: number | undefined
  rest: number
  /** What one payment can take. */
  limits: ChargeLimits
}

/**
 * Takes pieces out of stock for one customer, for 15 minutes and at today's price, or takes nothing:
 * `modifiedCount` is 0 when fewer are left. A live hold of the same customer on the same part is replaced.
 * @throws ShopError INVALID_INPUT for fewer than 1000 pieces, or a total that one card payment cannot take;
 *   TOO_MANY_UNPAID, CONFIRM_FIRST or PAY_FIRST when the customer may not set so much aside; TOO_MANY_REQUESTS.
 */
export async function holdPieces(db: Database, request: HoldRequest): Promise<StockChangeAnswer> {
  try {
    const answer = await holdTogether(db, request)
    crashPoint('hold: committed')
    return answer
  } catch (error) {
    await countRefusal(db, request.buyer.userId, error)
    if (error instanceof ShopError && error.code === 'STOCK_TOO_LOW') return { modifiedCount: 0 }
    throw error
  }
}

const holdTogether = commitTogether<HoldRequest, StockChangeAnswer>({
  alone: (tx, request) => takePieces(tx, request, countAttempt(tx, 'hold', request.buyer.userId)),
  together: takePiecesOfMany,
  // How many pieces `rest` leaves is to be read first; what a network has set aside, too. A customer's holds take turns.
  subject: ({ quantity, buyer }) => (quantity === undefined || buyer.network !== null ? undefined : buyer.userId),
})

/**
 * The same within a transaction. What is refused is to undo it: the hold that would have been replaced stays as it is.
 * @param counted the attempt, counted in this transaction: that row stays locked until it ends, so that holds of one
 *   customer take turns and each counts those before it
 * @throws ShopError as `holdPieces`, and STOCK_TOO_LOW.
 */
export async function takePieces(tx: Transaction, request: HoldRequest, counted: Promise<void>): Promise<StockChangeAnswer> {
  const quantity: number = request.quantity ?? (await counted.then(() => piecesTaken(tx, request.partId, request.rest)))
  const { buyer, limits, partId } = request
  const wanted = { ...request, quantity }
  const [, , , [first]] = await Promise.all([counted, requireLiveBuyers(tx, [buyer]), lockNetwork(tx, buyer), holdFromStock(tx, [wanted], { waiting: true })])
  const found = first!.replaces ? await replaceHold(tx, wanted) : first!
  if (found.open >= buyer.trust.allows.bills) throw tooManyBills(buyer.trust)
  if (found.id === null) throw new ShopError('STOCK_TOO_LOW')
  requireChargeable('orderQuantity', totalOfHold(found), limits)
  if (buyer.network !== null) {
    const payWithinMinutes = await requireRoom(tx, buyer, [{ partId, quantity, field: 'orderQuantity' }])
    if (payWithinMinutes !== buyer.trust.allows.unpaidMinutes) await tx.update(holds).set({ payWithinMinutes }).where(eq(holds.id, found.id))
  }
  crashPoint('hold: taken')
  return presentHold(found)
}

/** For those who hold nothing of the part yet, when there is enough for all of them and nobody else is at it. */
async function takePiecesOfMany(tx: Transaction, requests: HoldRequest[]): Promise<StockChangeAnswer[]> {
  const wanted = requests.map((request) => ({ ...request, quantity: request.quantity! })) // no subject without one
  const buyers = wanted.map(({ buyer }) => buyer)
  const [, , found] = await Promise.all([
    countAttempts(tx, 'hold', buyers.map(({ userId }) => userId)),
    requireLiveBuyers(tx, buyers),
    holdFromStock(tx, wanted, { waiting: false }),
  ])
  const isPlain = (hold: Hold, place: number): hold is Hold & TakenHold => hold.id !== null && isChargeable(totalOfHold(hold), wanted[place]!.limits)
  const taken = requireAll(found.map((hold, place) => (isPlain(hold, place) ? hold : undefined)))
  crashPoint('hold: taken')
  return taken.map(presentHold)
}

async function replaceHold(tx: Transaction, wanted: Wanted): Promise<Hold> {
  const { partId, buyer } = wanted
  // The part before its holds, as whoever removes a part locks them: otherwise the two could deadlock.
  await tx.select({ id: parts.id }).from(parts).where(eq(parts.id, partId)).for('no key update')
  await releaseHolds(tx, and(eq(holds.userId, buyer.userId), eq(holds.partId, partId)))
  const [hold] = await holdFromStock(tx, [wanted], { waiting: true })
  return hold!
}

const totalOfHold = ({ price, quantity }: TakenHold): Cents => totalOf(parseUnitPrice(price)!, Number(quantity)) // the table allows positive prices only

const presentHold = (hold: TakenHold): StockChangeAnswer => ({
  modifiedCount: 1,
  holdId: hold.id,
  expiresAt: new Date(hold.expiresAt).toISOString(),
  price: Number(hold.price),
  totalPrice: centsToDollars(totalOfHold(hold)),
  available: Number(hold.available),
})

/** How many pieces the browser took off the stock it saw; the row stays locked so that the figure holds. */
async function piecesTaken(tx: Transaction, partId: string, rest: number): Promise<number> {
  const [part] = await tx
    .select({ available: parts.available })
    .from(parts)
    .where(and(eq(parts.id, partId), isNull(parts.deletedAt)))
    .for('no key update')
  if (!part) throw new ShopError('NOT_FOUND')
  const quantity = part.available - rest
  if (quantity < MINIMUM_ORDER) throw invalidField('restAvailable.available', messages.holdNeedsQuantity)
  return quantity
}
