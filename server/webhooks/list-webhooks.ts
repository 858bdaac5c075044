import { asc, eq } from 'drizzle-orm'
import type { Webhook } from '#contract/people/webhooks.ts'
import type { Queryable } from '#database/connect.ts'
import { webhooks } from '#database/tables/webhooks.ts'
import { presentWebhook } from './present-webhook.ts'

/** An account's endpoints, oldest first. */
export async function listWebhooks(db: Queryable, userId: string): Promise<Webhook[]> {
  const rows = await db.select().from(webhooks).where(eq(webhooks.userId, userId)).orderBy(asc(webhooks.position))
  return rows.map(presentWebhook)
}
