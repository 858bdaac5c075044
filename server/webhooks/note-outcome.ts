import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import { users } from '#database/tables/users.ts'
import { webhookDeliveries, webhooks } from '#database/tables/webhooks.ts'
import { transaction } from '#database/transaction.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { webhookDisabledMail } from '../mail/templates/webhooks.ts'
import type { Services } from '../services.ts'
import type { ClaimedDelivery } from './claim-delivery.ts'
import { disableWebhook } from './disable-webhook.ts'
import { presentWebhook } from './present-webhook.ts'
import type { Outcome } from './post-message.ts'

/** Seconds until a message is retried: exponential backoff with a jitter of a quarter. */
const RETRY_SECONDS = { first: 10, longest: 4 * 3_600 }
/** Three days, less the time until the first message without a success was tried. */
const FAILING_HOURS = 71

// The exponent is bounded, because the power would overflow before `least` applies.
const doubled = sql`${RETRY_SECONDS.first}::int * power(2, least(${webhookDeliveries.attempts} - 1, 20))`
const retryDelay = sql`least(${doubled}, ${RETRY_SECONDS.longest}::int) * (0.75 + random() / 2)`
const isOver = sql`${webhookDeliveries.giveUpAt} <= now()`

/**
 * Records the outcome of an attempt. A failed message is retried, last at its `giveUpAt`, and is then given up; before the time
 * that the endpoint has named, nothing that waits for it is sent. An endpoint that
 * answers 410, or has failed for three days without a success, is switched off, with one mail to its owner. Only the outcome of the
 * latest attempt is recorded.
 */
export async function noteOutcome(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { id, webhookId, attempts }: Pick<ClaimedDelivery, 'id' | 'webhookId' | 'attempts'>,
  { status, answer, problem, isGone, retryAfterSeconds }: Outcome,
): Promise<void> {
  await transaction(db, async (tx) => {
    const [webhook] = await tx.select().from(webhooks).where(eq(webhooks.id, webhookId)).for('no key update')
    if (!webhook) return // deleted meanwhile
    const latest = and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.attempts, attempts))
    const said = { status, answer, problem, claimedUntil: null }
    if (problem === null) {
      await tx
        .update(webhookDeliveries)
        .set({ ...said, runAfter: null, deliveredAt: databaseNow, givenUpAt: null })
        .where(latest)
      if (webhook.failingSince) await tx.update(webhooks).set({ failingSince: null }).where(eq(webhooks.id, webhookId))
      return
    }

    const retryAt = sql`(now() + make_interval(secs => ${retryAfterSeconds}::int))`
    await tx
      .update(webhookDeliveries)
      .set({
        ...said,
        runAfter: sql`case when not ${isOver} then
          greatest(least(now() + make_interval(secs => ${retryDelay}), ${webhookDeliveries.giveUpAt}), ${retryAt}) end`,
        givenUpAt: sql`case when ${isOver} then now() end`,
      })
      .where(and(latest, isNotNull(webhookDeliveries.runAfter)))
    if (retryAfterSeconds > 0) {
      await tx
        .update(webhookDeliveries)
        .set({ runAfter: retryAt })
        .where(and(eq(webhookDeliveries.webhookId, webhookId), lt(webhookDeliveries.runAfter, retryAt)))
    }
    const [failing] = await tx
      .update(webhooks)
      .set({ failingSince: sql`coalesce(${webhooks.failingSince}, now())` })
      .where(eq(webhooks.id, webhookId))
      .returning({ isTooLong: sql<boolean>`${webhooks.failingSince} <= now() - make_interval(hours => ${FAILING_HOURS}::int)` })
    if (webhook.disabledAt !== null || !(isGone || failing?.isTooLong)) return
    await disableWebhook(tx, webhookId, isGone ? 'gone' : 'failing')
    const [owner] = await tx.select({ email: users.email }).from(users).where(eq(users.id, webhook.userId))
    // `owner` exists: deleting it deletes the endpoint.
    await queueMail(tx, webhookDisabledMail(settings, owner!.email, presentWebhook(webhook), { id, isGone, problem }))
  })
}
