import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit, type Actor } from '../audit/write-audit.ts'
import { orderShippedLetter } from '../mail/letters.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Settings } from '../settings/settings.ts'
import { presentOrder } from './present-order.ts'

/** Ships a paid order and tells its customer. Answers with the number shipped: 0 unless it was paid and not shipped yet. */
export async function shipOrder(db: Database, settings: Settings, actor: Actor, orderId: string): Promise<number> {
  return transaction(db, async (tx) => {
    const [shipped] = await tx
      .update(orders)
      .set({ state: 'shipped', shippedAt: sql`now()` })
      .where(and(eq(orders.id, orderId), eq(orders.state, 'paid')))
      .returning()
    if (!shipped) return 0
    await writeAudit(tx, actor, 'ship-order', orderId)
    await queueMail(tx, orderShippedLetter(settings, presentOrder(shipped)))
    return 1
  })
}
