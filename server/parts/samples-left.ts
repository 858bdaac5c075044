import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { SAMPLE_DAYS } from '#contract/basics/limits.ts'
import type { UnitPrice } from '#contract/basics/money.ts'
import { offerPriceAt } from '#contract/parts/pricing.ts'
import type { Queryable } from '#database/connect.ts'
import { orders, stockTakingStates } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { presentBreaks } from './present-part.ts'

/**
 * Pieces of samples of a part that are left to a customer, and the price of each of so many: that of samples, else that of so few, else that of the list; undefined where the part has none. Orders that were
 * cancelled or refunded do not count.
 */
export async function samplesLeft(
  db: Queryable,
  userId: string,
  partId: string,
): Promise<{ pieces: number; priceAt: (quantity: number) => UnitPrice } | undefined> {
  const ordered = sql`(
    select sum(quantity - withdrawn_pieces) from ${orders}
    where user_id = ${userId}::uuid and part_id = ${partId}::uuid and is_sample and state in ${stockTakingStates}
      and placed_at > now() - make_interval(days => ${SAMPLE_DAYS}::int))`
  const [part] = await db
    .select({
      pieces: sql<number>`greatest(${parts.samplePieces} - coalesce(${ordered}, 0), 0)::int`,
      samplePrice: parts.samplePrice,
      price: parts.price,
      smallPrices: parts.smallPrices,
      minimumOrder: parts.minimumOrder,
    })
    .from(parts)
    .where(and(eq(parts.id, partId), isNull(parts.deletedAt), isNotNull(parts.samplePieces)))
  if (!part) return undefined
  const { pieces, samplePrice, price, smallPrices, minimumOrder } = part
  const listed = {
    price: Number(samplePrice ?? price),
    priceBreaks: [],
    smallPrices: samplePrice === null && smallPrices !== null ? presentBreaks(smallPrices) : null,
    minimumOrder,
  }
  return { pieces, priceAt: (quantity) => offerPriceAt(listed, quantity) }
}
