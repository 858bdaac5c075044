import { moveMessages, type DeliveryMove } from '#contract/promises/moves.ts'
import type { CalendarDay } from '#contract/basics/fields.ts'
import { wishedDayProblem } from '#contract/orders/wished-day.ts'
import { shopCalendar } from '#contract/parts/lead-time.ts'
import type { Transaction } from '#database/connect.ts'
import { deliveryMoves, type DeliveryMoveRow } from '#database/tables/delivery-moves.ts'
import { orderEvents } from '#database/tables/order-events.ts'
import type { OrderRow } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../../errors.ts'
import { adminRecipients } from '../../mail/admin-recipients.ts'
import { queueMail, queueMails } from '../../mail/queue-mail.ts'
import { moveMailToBuyer, moveMailToShop } from '../../mail/templates/moves.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { applySettings } from '../../shop-settings/apply-settings.ts'
import { presentOrder } from '../lists/present-order.ts'
import { lockOrder } from '../lock-order.ts'
import { presentMove, sideOf } from './find-moves.ts'

/**
 * Asks the other side, buyer or shop, to deliver a release on another day, and tells it by mail. Whether that day can be kept is looked at when
 * it is confirmed.
 * @throws ShopError NOT_FOUND; ORDER_NOT_MOVABLE; INVALID_INPUT at `wishedOn`; DELIVERY_CHANGED while another day is asked for;
 *   TOO_MANY_REQUESTS
 */
export async function askMove(services: Services, who: Caller, orderId: string, wishedOn: CalendarDay): Promise<DeliveryMove> {
  await applySettings(services)
  const { db, settings, identity } = services
  const problem = wishedDayProblem(wishedOn, shopCalendar(settings.shop.holidays))
  if (problem !== undefined) throw invalidField('wishedOn', problem)
  await identity.countAttempt('order-message', who.userId)
  return transaction(db, async (tx) => {
    const { order } = await lockOrder(tx, who, orderId)
    requireMovable(order)
    if (order.wishedOn === wishedOn) throw invalidField('wishedOn', moveMessages.sameDay)
    const askedBy = sideOf(who, order)
    // Nothing where one is open: the order is locked, and an index keeps it to one.
    const [move] = await tx
      .insert(deliveryMoves)
      .values({ orderId, wishedOn, askedBy, actorId: who.userId })
      .onConflictDoNothing()
      .returning()
    if (!move) throw new ShopError('DELIVERY_CHANGED', { message: moveMessages.openAlready })
    await recordMove(tx, who, order, move)
    await tellOtherSide(tx, services, order, move)
    return presentMove(move)
  })
}

/** @throws ShopError ORDER_NOT_MOVABLE, as `canMove` of the contract. */
export function requireMovable({ release, state, parceledPieces, stage }: OrderRow): void {
  const isOpen = (state === 'unpaid' || state === 'paid') && parceledPieces === 0 && (stage === null || stage === 'planned')
  if (release === null || !isOpen) throw new ShopError('ORDER_NOT_MOVABLE')
}

/** The timeline says what was asked or answered; what somebody did for the shop stands in the audit log as well. */
export async function recordMove(tx: Transaction, who: Caller, { id, wishedOn }: OrderRow, move: DeliveryMoveRow): Promise<void> {
  const kind = `move-${move.state}` as const
  if (kind !== 'move-confirmed') {
    await tx.insert(orderEvents).values({ orderId: id, kind, actorId: who.userId, detail: { before: wishedOn, after: move.wishedOn } })
  }
  if (who.role === 'admin')
    await writeAudit(tx, who, 'move-delivery', id, { date: move.wishedOn, dateBefore: wishedOn ?? '', state: move.state })
}

/** Mails the side that did not do the last step. `order` is the row as it is now. */
export async function tellOtherSide(tx: Transaction, { settings }: Services, order: OrderRow, move: DeliveryMoveRow): Promise<void> {
  const shown = presentOrder(order)
  const isForShop = (move.askedBy === 'customer') === (move.state === 'asked' || move.state === 'withdrawn')
  if (!isForShop) return queueMail(tx, moveMailToBuyer(settings, shown, move))
  const readers = await adminRecipients(tx, settings)
  await queueMails(
    tx,
    readers.map((reader) => moveMailToShop(settings, reader, shown, move)),
  )
}
