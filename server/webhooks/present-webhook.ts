import type { Webhook, WebhookDelivery } from '#contract/people/webhooks.ts'
import type { webhookDeliveries, webhooks } from '#database/tables/webhooks.ts'

export function presentWebhook(row: typeof webhooks.$inferSelect): Webhook {
  return {
    _id: row.id,
    url: row.url,
    events: row.events,
    createdAt: row.createdAt.toISOString(),
    failingSince: row.failingSince?.toISOString() ?? null,
    disabledAt: row.disabledAt?.toISOString() ?? null,
    disabledReason: row.disabledReason,
    oldSecretUntil: row.oldSecretUntil?.toISOString() ?? null,
  }
}

export function presentDelivery(row: typeof webhookDeliveries.$inferSelect): WebhookDelivery {
  const ended = row.deliveredAt ? 'delivered' : 'given-up'
  return {
    _id: row.id,
    event: row.event,
    body: row.body,
    state: row.runAfter ? 'waiting' : ended,
    createdAt: row.createdAt.toISOString(),
    attempts: row.attempts,
    nextAttemptAt: row.runAfter?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    status: row.status,
    answer: row.answer,
    problem: row.problem,
  }
}
