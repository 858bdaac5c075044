import { and, eq, sql } from 'drizzle-orm'
import type { WebhookDelivery } from '#contract/people/webhooks.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { webhookDeliveries, webhooks } from '#database/tables/webhooks.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Caller } from '../platform/http/caller.ts'
import { presentDelivery } from './present-webhook.ts'

/**
 * Sends an event again under its id, or earlier if it waits, with retries for three days from now. One that is being sent is only marked
 * as due.
 * @throws ShopError NOT_FOUND; WEBHOOK_DISABLED while its endpoint is switched off.
 */
export async function redeliver(db: Database, caller: Caller, id: string): Promise<WebhookDelivery> {
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    // The endpoint first, in the lock order of `noteOutcome`.
    const [webhook] = await tx
      .select({ disabledAt: webhooks.disabledAt })
      .from(webhooks)
      .where(
        and(eq(webhooks.userId, caller.userId), eq(webhooks.id, sql`(select webhook_id from webhook_deliveries where id = ${id}::uuid)`)),
      )
      .for('no key update')
    if (!webhook) throw new ShopError('NOT_FOUND')
    if (webhook.disabledAt !== null) throw new ShopError('WEBHOOK_DISABLED')
    const [row] = await tx
      .update(webhookDeliveries)
      .set({ runAfter: databaseNow, giveUpAt: sql`now() + interval '3 days'`, deliveredAt: null, givenUpAt: null })
      .where(eq(webhookDeliveries.id, id))
      .returning()
    if (!row) throw new ShopError('NOT_FOUND') // swept meanwhile
    return presentDelivery(row)
  })
}
