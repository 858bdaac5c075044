import { and, eq } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { webhooks } from '#database/tables/webhooks.ts'
import { transaction } from '#database/transaction.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Caller } from '../platform/http/caller.ts'

/** Deletes an endpoint of the caller with its log. `deletedCount` is 0 for one that is unknown or another account's. */
export async function removeWebhook(db: Database, caller: Caller, id: string): Promise<{ deletedCount: number }> {
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    const { rowCount } = await tx.delete(webhooks).where(and(eq(webhooks.id, id), eq(webhooks.userId, caller.userId)))
    return { deletedCount: rowCount ?? 0 }
  })
}
