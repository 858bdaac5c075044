import { and, eq, isNull, sql } from 'drizzle-orm'
import type { CallResponse } from '#contract/basics/call.ts'
import type { parcelCalls } from '#contract/orders/parcels.ts'
import { orders } from '#database/tables/orders.ts'
import { parcels } from '#database/tables/parcels.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { orderDeliveredMail } from '../mail/templates/shipping.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { setEventActor } from '../orders/set-event-actor.ts'
import { presentOrder } from '../orders/lists/present-order.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { presentParcel } from './present-parcel.ts'
import { trackingUrl } from '../orders/tracking-link.ts'

/**
 * Marks a parcel as delivered, once. When it was the last one of a shipped order, the order is delivered and its customer gets a
 * mail.
 * @throws ShopError NOT_FOUND
 */
export async function deliverParcel(
  { db, settings, identity }: Pick<Services, 'db' | 'settings' | 'identity'>,
  admin: Caller,
  parcelId: string,
): Promise<CallResponse<typeof parcelCalls.deliver>> {
  return transaction(db, async (tx) => {
    await setEventActor(tx, admin)
    // The order is locked first: of two parcels that are delivered at once, the second one finds the first.
    const [order] = await tx
      .select()
      .from(orders)
      .where(eq(orders.id, sql`(select order_id from parcels where id = ${parcelId}::uuid)`))
      .for('update')
    if (!order) throw new ShopError('NOT_FOUND')
    const [delivered] = await tx
      .update(parcels)
      .set({ deliveredAt: sql`now()` })
      .where(and(eq(parcels.id, parcelId), isNull(parcels.deliveredAt)))
      .returning()
    if (!delivered) {
      const [before] = await tx.select().from(parcels).where(eq(parcels.id, parcelId))
      return { parcel: presentParcel(settings, before!), orderDelivered: order.deliveredAt !== null } // its order was found
    }
    await writeAudit(tx, admin, 'deliver-parcel', order.id, { pieces: delivered.quantity })
    const isOnItsWay = sql`exists (select from parcels where order_id = ${order.id}::uuid and delivered_at is null)`
    const [ended] = await tx
      .update(orders)
      .set({ deliveredAt: sql`now()` })
      .where(
        and(
          eq(orders.id, order.id),
          eq(orders.state, 'shipped'),
          sql`${orders.parceledPieces} + ${orders.withdrawnPieces} = ${orders.quantity}`,
          sql`not ${isOnItsWay}`,
        ),
      )
      .returning()
    if (ended) await queueMail(tx, orderDeliveredMail(settings, presentOrder(ended), trackingUrl(identity, settings, order.id)))
    return { parcel: presentParcel(settings, delivered), orderDelivered: ended !== undefined }
  })
}
