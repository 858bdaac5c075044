import { and, eq, isNull } from 'drizzle-orm'
import { shopCalendar } from '#contract/parts/lead-time.ts'
import type { PromiseOfPart } from '#contract/promises/part-promise.ts'
import { promiseOf, shownSlices } from '#contract/promises/promise.ts'
import { parts } from '#database/tables/parts.ts'
import { ShopError } from '../errors.ts'
import type { Services } from '../services.ts'
import { beyondStock, supplyOf } from './find-supply.ts'

/**
 * When so many pieces of a part leave. A part of which its owner has said nothing promises its stock.
 * @throws ShopError NOT_FOUND for a part that is not on sale.
 */
export async function promiseOfPart(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  partId: string,
  pieces: number,
): Promise<PromiseOfPart> {
  const [part] = await db
    .select({ available: parts.available, leadDays: parts.leadDays, beyond: beyondStock })
    .from(parts)
    .where(and(eq(parts.id, partId), isNull(parts.deletedAt)))
  if (!part) throw new ShopError('NOT_FOUND')
  const supply = part.beyond ? supplyOf(part, part.beyond) : { available: part.available, expected: [], made: null }
  const { slices, missing } = promiseOf(supply, pieces, null, shopCalendar(settings.shop.holidays))
  return { promise: shownSlices(slices), missing }
}
