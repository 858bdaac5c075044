import { desc, eq } from 'drizzle-orm'
import type { CallQuery, CallResponse } from '#contract/basics/call.ts'
import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import type { webhookCalls } from '#contract/people/webhooks.ts'
import type { Queryable } from '#database/connect.ts'
import { webhookDeliveries } from '#database/tables/webhooks.ts'
import type { Caller } from '../platform/http/caller.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { presentDelivery } from './present-webhook.ts'
import { requireOwnWebhook } from './require-own-webhook.ts'

/** One page of what was sent to an endpoint of the caller, newest first. @throws ShopError NOT_FOUND */
export async function listDeliveries(
  db: Queryable,
  caller: Caller,
  id: string,
  asked: CallQuery<typeof webhookCalls.deliveries>,
): Promise<CallResponse<typeof webhookCalls.deliveries>> {
  await requireOwnWebhook(db, caller, id)
  const count = await db.$count(webhookDeliveries, eq(webhookDeliveries.webhookId, id))
  const { page, size } = clampPage({ size: ORDERS_PAGE_SIZE, ...asked, count })
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, id))
    .orderBy(desc(webhookDeliveries.position))
    .limit(size)
    .offset(page * size)
  return { count, page, deliveries: rows.map(presentDelivery) }
}
