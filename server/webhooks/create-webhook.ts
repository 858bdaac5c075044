import { eq } from 'drizzle-orm'
import type { CallResponse } from '#contract/basics/call.ts'
import { MAXIMUM_WEBHOOKS } from '#contract/basics/limits.ts'
import { webhookMessages, type NewWebhook, type webhookCalls } from '#contract/people/webhooks.ts'
import type { Transaction } from '#database/connect.ts'
import { users } from '#database/tables/users.ts'
import { webhooks } from '#database/tables/webhooks.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { webhookCreatedMail } from '../mail/templates/webhooks.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { presentWebhook } from './present-webhook.ts'
import { requirePublicUrl } from './require-public-url.ts'
import { newSecret } from './sign-webhook.ts'

/**
 * Adds an endpoint; this answer alone contains its secret. A mail informs the owner, so that one made with a stolen session is noticed.
 * @throws ShopError EMAIL_UNVERIFIED, TOO_MANY_WEBHOOKS, INVALID_INPUT as `requirePublicUrl`.
 */
export async function createWebhook(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  caller: Caller,
  { url: typed, events }: NewWebhook,
): Promise<CallResponse<typeof webhookCalls.create>> {
  const url = await requirePublicUrl(typed, settings)
  const secret = newSecret()
  const webhook = await transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    await requireMayCreate(tx, caller.userId)
    const [row] = await tx
      .insert(webhooks)
      .values({ userId: caller.userId, url, events: [...new Set(events)], secret })
      .returning()
    const made = presentWebhook(row!) // insert ... returning always yields its row
    await queueMail(tx, webhookCreatedMail(settings, caller.email, made))
    return made
  })
  return { secret, webhook }
}

/** Locks the account's row, so that concurrent requests are counted one after the other. */
async function requireMayCreate(tx: Transaction, userId: string): Promise<void> {
  const [owner] = await tx.select({ emailVerified: users.emailVerified }).from(users).where(eq(users.id, userId)).for('no key update')
  // Endpoints outlive a new password: an attacker who registered another's address would go on receiving events of their orders.
  if (!owner?.emailVerified) throw new ShopError('EMAIL_UNVERIFIED', { message: webhookMessages.confirmFirst })
  if ((await tx.$count(webhooks, eq(webhooks.userId, userId))) >= MAXIMUM_WEBHOOKS) throw new ShopError('TOO_MANY_WEBHOOKS')
}
