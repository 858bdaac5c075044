import { and, eq } from 'drizzle-orm'
import type { Webhook, WebhookChange } from '#contract/people/webhooks.ts'
import { webhooks } from '#database/tables/webhooks.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { disableWebhook } from './disable-webhook.ts'
import { presentWebhook } from './present-webhook.ts'
import { requireOwnWebhook } from './require-own-webhook.ts'
import { requirePublicUrl } from './require-public-url.ts'

/**
 * Changes the given fields of an endpoint. One that is switched on again starts without its old failures.
 * @throws ShopError NOT_FOUND, INVALID_INPUT as `requirePublicUrl`.
 */
export async function changeWebhook(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  caller: Caller,
  id: string,
  { url: typed, events, enabled }: WebhookChange,
): Promise<Webhook> {
  const url = typed === undefined ? undefined : await requirePublicUrl(typed, settings)
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    const own = and(eq(webhooks.id, id), eq(webhooks.userId, caller.userId))
    const [before] = await tx.select().from(webhooks).where(own).for('no key update')
    if (!before) throw new ShopError('NOT_FOUND')
    const goesOn = enabled === true && before.disabledAt !== null
    await tx
      .update(webhooks)
      .set({
        url: url ?? before.url,
        events: events ? [...new Set(events)] : before.events,
        ...(goesOn && { disabledAt: null, disabledReason: null, failingSince: null }),
      })
      .where(own)
    if (enabled === false && before.disabledAt === null) await disableWebhook(tx, id, 'owner')
    return presentWebhook(await requireOwnWebhook(tx, caller, id))
  })
}
