import { sql } from 'drizzle-orm'
import { largestFall, type PartPrice } from '#contract/parts/pricing.ts'
import type { Queryable } from '#database/connect.ts'
import type { PriceBreakRow } from '#database/tables/parts.ts'
import { presentBreaks } from './present-part.ts'

/** What each of these parts has cost within the last day, its offer of now included. */
export async function offersOfDay(db: Queryable, partIds: string[]): Promise<Map<string, PartPrice[]>> {
  const { rows } = await db.execute<{ id: string; price: string; breaks: PriceBreakRow[] }>(sql`
    select parts.id, offer.price, offer.breaks
    from parts cross join lateral offers_of_day(parts.id, parts.price, parts.price_breaks) as offer
    where parts.id = any(${sql.param(partIds)}::uuid[])`)
  const offers = new Map<string, PartPrice[]>()
  for (const { id, price, breaks } of rows) {
    offers.set(id, [...(offers.get(id) ?? []), { price: Number(price), priceBreaks: presentBreaks(breaks) }])
  }
  return offers
}

/** The largest fall from one of these offers, so that several small falls of a day count as the one that they are. */
export function largestFallFrom(offers: PartPrice[], after: PartPrice): ReturnType<typeof largestFall> {
  const falls = offers.flatMap((offer) => largestFall(offer, after) ?? [])
  return falls.toSorted((a, b) => a.after / a.before - b.after / b.before)[0]
}
