import { and, eq } from 'drizzle-orm'
import type { Queryable } from '#database/connect.ts'
import { webhooks } from '#database/tables/webhooks.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'

/** An endpoint of the caller; admins, too, see only their own. @throws ShopError NOT_FOUND */
export async function requireOwnWebhook(db: Queryable, { userId }: Caller, id: string): Promise<typeof webhooks.$inferSelect> {
  const [webhook] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.userId, userId)))
  if (!webhook) throw new ShopError('NOT_FOUND')
  return webhook
}
