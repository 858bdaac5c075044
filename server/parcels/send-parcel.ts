import { and, desc, eq, sql } from 'drizzle-orm'
import type { CallResponse } from '#contract/basics/call.ts'
import { parcelMessages } from '#contract/orders/parcel-messages.ts'
import { shippingDoubts } from '#contract/orders/orders.ts'
import type { parcelCalls, ParcelToSend } from '#contract/orders/parcels.ts'
import type { Transaction } from '#database/connect.ts'
import { orderEvents } from '#database/tables/order-events.ts'
import { leftToSendOf, orders, type OrderRow } from '#database/tables/orders.ts'
import { parcels } from '#database/tables/parcels.ts'
import { users } from '#database/tables/users.ts'
import { invalidField, ShopError } from '../errors.ts'
import { orderShippedMail, parcelSentMail } from '../mail/templates/shipping.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { invoiceDelivery } from '../payments/account/invoice-delivery.ts'
import { setEventActor } from '../orders/set-event-actor.ts'
import { presentOrder } from '../orders/lists/present-order.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import { answerOnce, type RepeatableRequest } from '../platform/http/answer-once.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { presentParcel } from './present-parcel.ts'
import { readCarried } from './read-carried.ts'
import { trackingUrl } from '../orders/tracking-link.ts'

/**
 * Sends pieces of a paid order and mails its customer; without a number of pieces, all that are left. With the last ones the order
 * is shipped. Its invoice is issued where the order has one for each delivery. A request that is repeated with its Idempotency-Key sends nothing again.
 * @throws ShopError INVALID_INPUT for an impossible tracking number or more pieces than are left; NOT_FOUND; ORDER_NOT_TO_SHIP;
 *   ORDER_SENT with who sent the last pieces; ORDER_HELD_BACK for a dispute or a refund that `despite` does not name.
 */
export async function sendParcel(
  { db, settings, identity }: Pick<Services, 'db' | 'settings' | 'identity'>,
  request: RepeatableRequest,
  admin: Caller,
  orderId: string,
  { pieces, despite = [], ...typed }: ParcelToSend,
): Promise<CallResponse<typeof parcelCalls.send>> {
  const carried = readCarried(typed)
  return answerOnce(db, request, admin, async (tx) => {
    await setEventActor(tx, admin)
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
    if (!order) throw new ShopError('NOT_FOUND')
    const left = await requireLeft(tx, order, pieces)
    if (shippingDoubts(presentOrder(order)).some((doubt) => !despite.includes(doubt))) throw new ShopError('ORDER_HELD_BACK')

    const quantity = pieces ?? left
    const [row] = await tx
      .insert(parcels)
      .values({ orderId, quantity, ...carried })
      .returning()
    const isLast = quantity === left
    if (isLast)
      await tx
        .update(orders)
        .set({ state: 'shipped', shippedAt: sql`now()` })
        .where(eq(orders.id, orderId))
    const { carrier, trackingNumber } = carried
    await writeAudit(tx, admin, 'send-parcel', orderId, {
      pieces: quantity,
      ...(carrier && { carrier }),
      ...(trackingNumber && { trackingNumber }),
      ...(despite.length > 0 && { despite: despite.join() }),
    })
    const parcel = presentParcel(settings, row!) // an insert returns its row
    const mailOf = isLast ? orderShippedMail : parcelSentMail
    await queueMail(tx, mailOf(settings, presentOrder(order), trackingUrl(identity, settings, orderId), parcel))
    await invoiceDelivery(tx, settings, parcel._id)
    return { parcel, shipped: isLast, left: left - quantity }
  })
}

/** Pieces that are in no parcel yet. @throws ShopError as `sendParcel`. */
async function requireLeft(tx: Transaction, order: OrderRow, wanted: number | undefined): Promise<number> {
  if (order.state === 'shipped') throw new ShopError('ORDER_SENT', { message: await whoShipped(tx, order) })
  if (order.state !== 'paid') throw new ShopError('ORDER_NOT_TO_SHIP')
  const left = leftToSendOf(order)
  if (wanted !== undefined && wanted > left) throw invalidField('pieces', parcelMessages.parcelTooLarge(left))
  return left
}

async function whoShipped(tx: Transaction, { id }: OrderRow): Promise<string> {
  const [event] = await tx
    .select({ at: orderEvents.at, email: users.email })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(and(eq(orderEvents.orderId, id), eq(orderEvents.kind, 'shipped')))
    .orderBy(desc(orderEvents.position))
    .limit(1)
  const at = event!.at.toISOString() // each shipped order has this event
  return parcelMessages.shippedMeanwhile(event!.email ?? parcelMessages.theShop, `${at.slice(0, 10)}, ${at.slice(11, 16)} UTC`)
}
