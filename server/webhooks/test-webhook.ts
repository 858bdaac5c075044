import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { WebhookEvent, WebhookTest } from '#contract/people/webhooks.ts'
import { webhooks } from '#database/tables/webhooks.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { sampleEvents } from './sample-events.ts'
import { sendWebhook } from './send-webhook.ts'
import { signingSecrets } from './sign-webhook.ts'

/**
 * Sends `ping`, or a sample of an event, to an endpoint of the caller now, also to one that is switched off, and returns the outcome. No
 * database connection is held during the request.
 * @throws ShopError NOT_FOUND
 */
export async function testWebhook(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  caller: Caller,
  id: string,
  event?: WebhookEvent,
): Promise<WebhookTest> {
  const [webhook] = await db
    .select({ url: webhooks.url, secrets: signingSecrets })
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.userId, caller.userId)))
  if (!webhook) throw new ShopError('NOT_FOUND')
  const body = JSON.stringify({ type: event ?? 'ping', timestamp: new Date().toISOString(), data: event ? sampleEvents[event] : {} })
  const { isGone: _, ...answered } = await sendWebhook(settings, { id: randomUUID(), body, ...webhook })
  return answered
}
