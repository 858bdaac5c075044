import { randomUUID } from 'node:crypto'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { webhookEvents, type NewWebhook, type Webhook, type WebhookDelivery } from '#contract/people/webhooks.ts'
import { webhookDeliveries, webhooks } from '#database/tables/webhooks.ts'
import { deliverWebhooks, WEBHOOK_LANES } from '#server/webhooks/deliver-webhooks.ts'
import { queueWebhooks } from '#server/webhooks/queue-webhooks.ts'
import { newSecret } from '#server/webhooks/sign-webhook.ts'
import type { Customer, TestShop } from './open-shop.ts'

/** A shop whose webhooks may go to loopback. */
export const toLoopback = { env: { FETCH_PRIVATE_ADDRESSES: '127.0.0.1/32' } }

export async function addEndpoint(
  owner: Customer,
  url: string,
  more: Partial<NewWebhook> = {},
): Promise<{ secret: string; webhook: Webhook }> {
  const answer = await owner.post('/webhooks', { url, events: webhookEvents, ...more })
  if (answer.statusCode !== 200) throw new Error(`The endpoint was refused: ${answer.body}`)
  return answer.json()
}

/** An endpoint that is not requested, because it is private; for a shop without an exception for loopback. */
export async function addRefusedEndpoint({ db }: TestShop, { userId }: Customer): Promise<string> {
  const row = { userId, url: 'http://127.0.0.1:1/', events: [...webhookEvents], secret: newSecret() }
  const [webhook] = await db.insert(webhooks).values(row).returning({ id: webhooks.id })
  return webhook!.id
}

/** Queues an event about an object that need not exist. */
export const tell = ({ db }: TestShop, { userId }: Customer, objectId: string = randomUUID(), data: object = {}) =>
  queueWebhooks(db, [{ userId, event: 'order.paid', objectId, ref: randomUUID(), data }])

export const logOf = async (owner: Customer, { _id }: Webhook) =>
  (await owner.get(`/webhooks/${_id}/deliveries?size=100`)).json<{ deliveries: WebhookDelivery[] }>().deliveries

/** Runs the jobs of one process, concurrently. */
export async function deliver(shop: TestShop): Promise<number> {
  const sent = await Promise.all(Array.from({ length: WEBHOOK_LANES }, () => deliverWebhooks(shop.services)))
  return sent.reduce((sum, one) => sum + one)
}

/** Makes waiting messages due. */
export const passBackOff = ({ db }: TestShop) =>
  db
    .update(webhookDeliveries)
    .set({ runAfter: sql`now()` })
    .where(isNotNull(webhookDeliveries.runAfter))

/** Makes claims expire, as if their processes had died long ago. */
export const releaseClaims = ({ db }: TestShop) =>
  db
    .update(webhookDeliveries)
    .set({ claimedUntil: sql`now()` })
    .where(isNotNull(webhookDeliveries.claimedUntil))

/** As if an endpoint's messages had been queued some hours earlier. */
export const age = ({ db }: TestShop, { _id }: Webhook, hours: number) =>
  db
    .update(webhookDeliveries)
    .set({ giveUpAt: sql`give_up_at - make_interval(hours => ${hours})`, createdAt: sql`created_at - make_interval(hours => ${hours})` })
    .where(eq(webhookDeliveries.webhookId, _id))
