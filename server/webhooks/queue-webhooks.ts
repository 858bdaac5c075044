import { sql } from 'drizzle-orm'
import type { WebhookEvent } from '#contract/people/webhooks.ts'
import type { Queryable } from '#database/connect.ts'

/** `ref` identifies the event: an endpoint gets it once. Events of orders are queued by a trigger, in the same way. */
export type QueuedWebhook = { userId: string; event: WebhookEvent; objectId: string; ref: string; data: object }

/** Queues events for the endpoints of their owners, in the transaction that causes them. */
export async function queueWebhooks(tx: Queryable, several: QueuedWebhook[]): Promise<void> {
  if (several.length === 0) return
  await tx.execute(sql`
    select queue_webhook("userId", event, "objectId", ref, data)
    from jsonb_to_recordset(${JSON.stringify(several)}::jsonb) as one ("userId" uuid, event text, "objectId" uuid, ref text, data json)`)
}
