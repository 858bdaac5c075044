import { and, eq, isNotNull } from 'drizzle-orm'
import type { disabledReasons } from '#contract/people/webhooks.ts'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { webhookDeliveries, webhooks } from '#database/tables/webhooks.ts'

/** Switches an endpoint off, whose row is locked, and gives up its waiting messages. */
export async function disableWebhook(tx: Transaction, webhookId: string, disabledReason: (typeof disabledReasons)[number]): Promise<void> {
  await tx.update(webhooks).set({ disabledAt: databaseNow, disabledReason }).where(eq(webhooks.id, webhookId))
  await tx
    .update(webhookDeliveries)
    .set({ runAfter: null, claimedUntil: null, givenUpAt: databaseNow })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), isNotNull(webhookDeliveries.runAfter)))
}
