import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { SAMPLE_DAYS } from '#contract/basics/limits.ts'
import type { Queryable } from '#database/connect.ts'
import { orders, stockTakingStates } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'

/**
 * Pieces of samples of a part that are left to a customer, and dollars for each; undefined where the part has none. Orders that were
 * cancelled or refunded do not count.
 */
export async function samplesLeft(db: Queryable, userId: string, partId: string): Promise<{ pieces: number; price: string } | undefined> {
  const ordered = sql`(
    select sum(quantity - withdrawn_pieces) from ${orders}
    where user_id = ${userId}::uuid and part_id = ${partId}::uuid and is_sample and state in ${stockTakingStates}
      and placed_at > now() - make_interval(days => ${SAMPLE_DAYS}::int))`
  const [part] = await db
    .select({
      pieces: sql<number>`greatest(${parts.samplePieces} - coalesce(${ordered}, 0), 0)::int`,
      price: sql<string>`coalesce(${parts.samplePrice}, ${parts.price})::text`,
    })
    .from(parts)
    .where(and(eq(parts.id, partId), isNull(parts.deletedAt), isNotNull(parts.samplePieces)))
  return part
}
