import { and, eq, sql } from 'drizzle-orm'
import type { CallResponse } from '#contract/basics/call.ts'
import { OLD_SECRET_HOURS } from '#contract/basics/limits.ts'
import type { webhookCalls } from '#contract/people/webhooks.ts'
import { minutesFromNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { webhooks } from '#database/tables/webhooks.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Caller } from '../platform/http/caller.ts'
import { presentWebhook } from './present-webhook.ts'
import { newSecret } from './sign-webhook.ts'

/**
 * Gives an endpoint a new secret, which this answer alone contains. The one before signs beside it for a day; an older one ends now.
 * @throws ShopError NOT_FOUND
 */
export async function rotateSecret(db: Database, caller: Caller, id: string): Promise<CallResponse<typeof webhookCalls.rotate>> {
  const secret = newSecret()
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    const [row] = await tx
      .update(webhooks)
      .set({ secret, oldSecret: sql`${webhooks.secret}`, oldSecretUntil: minutesFromNow(OLD_SECRET_HOURS * 60) })
      .where(and(eq(webhooks.id, id), eq(webhooks.userId, caller.userId)))
      .returning()
    if (!row) throw new ShopError('NOT_FOUND')
    return { secret, webhook: presentWebhook(row) }
  })
}
