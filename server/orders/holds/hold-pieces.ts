import { and, eq, isNull } from 'drizzle-orm'
import { messages } from '#contract/basics/messages.ts'
import { centsToDollars, parseUnitPrice, totalOf, type Cents } from '#contract/basics/money.ts'
import type { StockChangeAnswer } from '#contract/orders/orders.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { holds } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../../errors.ts'
import { countAttempt } from '../../identity/limit-attempts.ts'
import { requireChargeable, requirePayableAtOnce, type ChargeLimits } from '../../payments/charge-limits.ts'
import { isUnlimited, type Buyer } from '../../trust/find-buyer.ts'
import { lockBuyer } from '../../trust/lock-buyer.ts'
import { requireUnpaidLimit, tooManyBills } from '../../trust/require-unpaid-limit.ts'
import { holdFromStock, type Hold, type TakenHold, type Wanted } from './hold-from-stock.ts'
import { releaseHolds } from '../../parts/release-holds.ts'
import { requireOrderRule } from './require-order-rule.ts'

type HoldRequest = {
  partId: string
  buyer: Buyer
  /** Pieces; when undefined, the current stock minus `rest`. */
  quantity: number | undefined
  rest: number
  limits: ChargeLimits
}

/**
 * Takes pieces out of stock for one customer, for 15 minutes and at today's price, or takes nothing: `modifiedCount` is 0 when
 * fewer are left. A live hold of the same customer on the same part is replaced.
 * @throws ShopError INVALID_INPUT for fewer pieces than the part's minimum or between its steps, or a total that one card payment cannot take; TOO_MANY_UNPAID,
 *   CONFIRM_FIRST or PAY_FIRST beyond what the customer may set aside; TOO_MANY_REQUESTS.
 */
export async function holdPieces(db: Database, request: HoldRequest): Promise<StockChangeAnswer> {
  await countAttempt(db, 'hold', request.buyer.userId)
  try {
    return await transaction(db, async (tx) => {
      await lockBuyer(tx, request.buyer)
      return takePieces(tx, request)
    })
  } catch (error) {
    if (error instanceof ShopError && error.code === 'STOCK_TOO_LOW') return { modifiedCount: 0 }
    throw error
  }
}

/**
 * The same within a transaction that has locked the buyer. A refusal must roll the transaction back:
 * the hold that would have been replaced then stays.
 * @throws ShopError as `holdPieces`, and STOCK_TOO_LOW.
 */
export async function takePieces(tx: Transaction, request: HoldRequest): Promise<StockChangeAnswer> {
  const { buyer, limits, partId } = request
  const wanted = { ...request, quantity: request.quantity ?? (await piecesTaken(tx, partId, request.rest)) }
  const first = await holdFromStock(tx, wanted)
  if (!first.isLive) throw new ShopError('SIGN_IN_NEEDED')
  const hold = first.replaces ? await replaceHold(tx, wanted) : first
  if (hold.open >= buyer.trust.allows.bills) throw tooManyBills(buyer.trust)
  if (hold.id === null) {
    await requireRule(tx, wanted)
    throw new ShopError('STOCK_TOO_LOW')
  }
  requireChargeable('orderQuantity', totalOfHold(hold), limits)
  if (!isUnlimited(buyer)) {
    const time = await requireUnpaidLimit(tx, buyer, [{ partId, quantity: wanted.quantity, field: 'orderQuantity' }])
    if (time.atOnce) {
      requirePayableAtOnce(totalOfHold(hold), limits)
      await tx.update(holds).set(time).where(eq(holds.id, hold.id))
    }
  }
  return presentHold(hold)
}

async function replaceHold(tx: Transaction, wanted: Wanted): Promise<Hold> {
  const { partId, buyer } = wanted
  // The part before its holds, the lock order of removing a part; otherwise the two could deadlock.
  await tx.select({ id: parts.id }).from(parts).where(eq(parts.id, partId)).for('no key update')
  await releaseHolds(tx, and(eq(holds.userId, buyer.userId), eq(holds.partId, partId)))
  return holdFromStock(tx, wanted)
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

/** @throws ShopError INVALID_INPUT for fewer pieces than the part's minimum, or between its steps. */
async function requireRule(tx: Transaction, { partId, quantity }: Wanted): Promise<void> {
  const [part] = await tx
    .select({ minimumOrder: parts.minimumOrder, orderStep: parts.orderStep })
    .from(parts)
    .where(and(eq(parts.id, partId), isNull(parts.deletedAt)))
  if (part) requireOrderRule(part, quantity)
}

/** The pieces that the browser subtracted from the stock; the row stays locked, so the stock cannot change. */
async function piecesTaken(tx: Transaction, partId: string, rest: number): Promise<number> {
  const [part] = await tx
    .select({ available: parts.available })
    .from(parts)
    .where(and(eq(parts.id, partId), isNull(parts.deletedAt)))
    .for('no key update')
  if (!part) throw new ShopError('NOT_FOUND')
  const quantity = part.available - rest
  if (quantity < 1) throw invalidField('restAvailable.available', messages.holdNeedsQuantity)
  return quantity
}
