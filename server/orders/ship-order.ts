import { and, eq, sql } from 'drizzle-orm'
import type { CallResponse } from '#contract/basics/call.ts'
import type { orderCalls, ShippingDoubt } from '#contract/orders/orders.ts'
import { shippingDoubts } from '#contract/orders/orders.ts'
import type { Queryable } from '#database/connect.ts'
import { leftToSendOf, orders } from '#database/tables/orders.ts'
import { parcels } from '#database/tables/parcels.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { orderShippedMail } from '../mail/templates/shipping.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { invoiceDelivery } from '../payments/account/invoice-delivery.ts'
import { trackingUrl } from './tracking-link.ts'
import type { Services } from '../services.ts'
import { setEventActor } from './set-event-actor.ts'
import { presentOrder } from './lists/present-order.ts'

type Shipping = CallResponse<typeof orderCalls.ship>

/**
 * Ships a paid order: all that is left of it leaves as one parcel, and its customer gets a mail. `modifiedCount` is 0 unless it was paid and not
 * shipped yet. A disputed or partly refunded order is held back, and the response says why, unless the admin names each reason in `despite`;
 * a refunded one is always held back.
 */
export async function shipOrder(
  { db, settings, identity }: Pick<Services, 'db' | 'settings' | 'identity'>,
  actor: Actor,
  orderId: string,
  despite: ShippingDoubt[] = [],
): Promise<Shipping> {
  return transaction(db, async (tx) => {
    await setEventActor(tx, actor)
    const [shipped] = await tx
      .update(orders)
      .set({ state: 'shipped', shippedAt: sql`now()` })
      .where(
        and(
          eq(orders.id, orderId),
          eq(orders.state, 'paid'),
          despite.includes('dispute') ? undefined : sql`coalesce(${orders.dispute}, 'won') = 'won'`,
          despite.includes('refund') ? undefined : eq(orders.refundedCents, orders.discountCents),
        ),
      )
      .returning()
    if (!shipped) return { modifiedCount: 0, ...(await heldBackBy(tx, orderId)) }
    const quantity = leftToSendOf(shipped)
    const sent = quantity > 0 ? await tx.insert(parcels).values({ orderId, quantity }).returning({ id: parcels.id }) : []
    const order = presentOrder(shipped)
    const doubts = shippingDoubts(order)
    await writeAudit(tx, actor, 'ship-order', orderId, doubts.length > 0 ? { despite: doubts.join() } : {})
    await queueMail(tx, orderShippedMail(settings, order, trackingUrl(identity, settings, orderId)))
    for (const { id } of sent) await invoiceDelivery(tx, settings, id)
    return { modifiedCount: 1 }
  })
}

async function heldBackBy(db: Queryable, orderId: string): Promise<Pick<Shipping, 'heldBackBy'>> {
  const [row] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (row?.state === 'refunded') return { heldBackBy: ['refunded'] }
  return row?.state === 'paid' ? { heldBackBy: shippingDoubts(presentOrder(row)) } : {}
}
