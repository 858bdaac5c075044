import { sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { LOCK_KEYS, withKey } from '#database/locks.ts'
import { SEND_TIMEOUT_MS } from './post-message.ts'
import { signingSecrets } from './sign-webhook.ts'

/** Messages to one owner that are sent at the same time, so that slow endpoints of one account leave room for others. */
const AT_ONCE_FOR_OWNER = 2
/** Milliseconds without an outcome after which a process counts as dead, and another one sends its message again. */
const CLAIM_MS = SEND_TIMEOUT_MS + 20_000

export type ClaimedDelivery = { id: string; webhookId: string; attempts: number; body: string; url: string; secrets: string[] }

/**
 * Claims one due message for this process: for each object and endpoint the first unfinished one, oldest first. A claim that has
 * expired is due again. One process claims at a time, so that the messages to one owner are counted correctly; others leave it to it.
 */
export async function claimDelivery(db: Database): Promise<ClaimedDelivery | undefined> {
  return withKey(db, LOCK_KEYS.webhookClaims, async (tx) => {
    const { rows } = await tx.execute<ClaimedDelivery>(claim)
    return rows[0]
  })
}

const claim = sql`
  with busy as (
    select hook.user_id from webhook_deliveries as sent join webhooks as hook on hook.id = sent.webhook_id
    where sent.claimed_until > now() group by hook.user_id having count(*) >= ${AT_ONCE_FOR_OWNER}
  ), due as (
    select delivery.position from webhook_deliveries as delivery
    join webhooks as hook on hook.id = delivery.webhook_id join users on users.id = hook.user_id
    where delivery.run_after <= now() and (delivery.claimed_until is null or delivery.claimed_until <= now())
      and hook.disabled_at is null and users.disabled_at is null and hook.user_id not in (select user_id from busy)
      and not exists (
        select from webhook_deliveries as before
        where before.webhook_id = delivery.webhook_id and before.object_id = delivery.object_id
          and before.position < delivery.position and before.run_after is not null)
    order by delivery.run_after, delivery.position limit 1 for update of delivery skip locked
  )
  update webhook_deliveries as delivery
  set attempts = delivery.attempts + 1, attempted_at = now(), claimed_until = now() + make_interval(secs => ${CLAIM_MS / 1_000})
  from due, webhooks
  where delivery.position = due.position and webhooks.id = delivery.webhook_id
  returning delivery.id, delivery.webhook_id as "webhookId", delivery.attempts, delivery.body, webhooks.url, ${signingSecrets} as secrets`
