import { and, eq } from 'drizzle-orm'
import { weekdayText } from '#contract/basics/day-text.ts'
import type { CalendarDay } from '#contract/basics/fields.ts'
import { wishedDayProblem } from '#contract/orders/wished-day.ts'
import { shopCalendar, type ShopCalendar } from '#contract/parts/lead-time.ts'
import { shipDayOf } from '#contract/promises/promise.ts'
import { moveMessages, type DeliveryMove, type MoveState } from '#contract/promises/moves.ts'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { deliveryMoves } from '#database/tables/delivery-moves.ts'
import { orderEvents } from '#database/tables/order-events.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../../errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { findAtRisk, findOpen, type AtRisk } from '../../promises/at-risk.ts'
import { showPromises } from '../../promises/release-promises.ts'
import { reservePieces } from '../../promises/reserve-pieces.ts'
import type { Services } from '../../services.ts'
import { applySettings } from '../../shop-settings/apply-settings.ts'
import { lockOrder } from '../lock-order.ts'
import { planAnew, release, takeFromStock } from '../promise-anew.ts'
import { lockParts } from '../return-pieces.ts'
import { recordMove, requireMovable, tellOtherSide } from './ask-move.ts'
import { presentMove, sideOf } from './find-moves.ts'

type Answer = { move: string; answer: Exclude<MoveState, 'asked'> }

/**
 * Answers a request to move a delivery, or withdraws it. Confirmed, the day and the promise of the order change in the same transaction. The
 * order is locked, so of two answers at once the second is told of the first.
 * @throws ShopError NOT_FOUND; DELIVERY_CHANGED when it was answered before, or the caller is on the wrong side; when it is confirmed:
 *   ORDER_NOT_MOVABLE, INVALID_INPUT at `move` for a day that is over by now, DAY_CHANGED with the soonest day, and STOCK_TOO_LOW.
 */
export async function answerMove(services: Services, who: Caller, orderId: string, { move: id, answer }: Answer): Promise<DeliveryMove> {
  await applySettings(services)
  const calendar = shopCalendar(services.settings.shop.holidays)
  return transaction(services.db, async (tx) => {
    const { order } = await lockOrder(tx, who, orderId)
    const which = and(eq(deliveryMoves.id, id), eq(deliveryMoves.orderId, orderId))
    const [asked] = await tx.select().from(deliveryMoves).where(which)
    if (!asked) throw new ShopError('NOT_FOUND')
    if (asked.state !== 'asked') throw new ShopError('DELIVERY_CHANGED', { message: moveMessages.ended })
    const isOwn = asked.askedBy === sideOf(who, order)
    if (isOwn && answer !== 'withdrawn') throw new ShopError('DELIVERY_CHANGED', { message: moveMessages.otherSide })
    if (!isOwn && answer === 'withdrawn') throw new ShopError('DELIVERY_CHANGED', { message: moveMessages.ownSide })
    const [ended] = await tx
      .update(deliveryMoves)
      .set({ state: answer, endedAt: databaseNow, actorId: who.userId })
      .where(which)
      .returning()
    const now = answer === 'confirmed' ? await moveTo(tx, who, order, asked.wishedOn, calendar) : order
    await recordMove(tx, who, order, ended!) // the row is there: its order is locked
    await tellOtherSide(tx, services, now, ended!)
    return presentMove(ended!)
  })
}

/**
 * Wishes an order for another day and promises its pieces anew for it; what it has from the stock stays with it. Promised anew, pieces that are made
 * take their lead time from today; where that is too late, what is promised for no later than this day stays as it is, unless it is at risk. Of an
 * offer the days were agreed by people, who confirm this one.
 */
async function moveTo(tx: Transaction, who: Caller, order: OrderRow, wishedOn: CalendarDay, calendar: ShopCalendar): Promise<OrderRow> {
  requireMovable(order)
  const problem = wishedDayProblem(wishedOn, calendar)
  if (problem !== undefined) throw invalidField('move', problem)
  await lockParts(tx, [order.partId])
  const open = await findOpen(tx, order.id)
  const anew = await planAnew(tx, { ...order, wishedOn }, open, calendar)
  const leaves = order.leadDays === null ? shipDayOf({ promised: anew.slices, wishedOn, release: order.release }, calendar) : wishedOn
  const canPromiseAnew = anew.missing === 0 && leaves <= wishedOn
  if (!canPromiseAnew && !(await isOnItsWay(tx, order, open, wishedOn))) {
    if (anew.missing > 0) throw new ShopError('STOCK_TOO_LOW', { message: moveMessages.missing })
    throw new ShopError('DAY_CHANGED', { message: moveMessages.notBy(weekdayText(leaves)), currentShipBy: leaves })
  }
  if (canPromiseAnew && open.length > 0) {
    await release(tx, order, open)
    await takeFromStock(tx, order, anew)
    await reservePieces(tx, [{ orderId: order.id, partId: order.partId, slices: anew.slices }])
    await showPromises(tx, [order.id])
  }
  const [moved] = await tx
    .update(orders)
    .set({ wishedOn, ...(order.state === 'paid' && { shipBy: wishedOn }) })
    .where(eq(orders.id, order.id))
    .returning()
  const before = order.shipBy ?? order.wishedOn
  await tx
    .insert(orderEvents)
    .values({ orderId: order.id, kind: 'delivery-changed', actorId: who.userId, detail: { before, after: wishedOn } })
  return moved! // the row is locked
}

/** Whether what is promised of an order is there by this day, and none of it is at risk. */
const isOnItsWay = async (tx: Transaction, { id }: OrderRow, open: readonly AtRisk[], wishedOn: CalendarDay): Promise<boolean> =>
  open.length > 0 && open.every(({ day }) => day <= wishedOn) && (await findAtRisk(tx, id)).length === 0
