import type { Part } from '#contract/parts.ts'
import type { PriceBreak } from '#contract/pricing.ts'
import { parts, type PriceBreakRow } from '#database/tables/parts.ts'

export const partColumns = {
  id: parts.id,
  name: parts.name,
  img: parts.img,
  available: parts.available,
  price: parts.price,
  description: parts.description,
  partNumber: parts.partNumber,
  priceBreaks: parts.priceBreaks,
  leadDays: parts.leadDays,
}

/** A part's row in the specified format; a decimal price of four places is exact as a JSON number. */
export function presentPart(row: { [K in keyof typeof partColumns]: (typeof parts.$inferSelect)[K] }): Part {
  const { id, price, priceBreaks, ...rest } = row
  return { _id: id, ...rest, price: Number(price), priceBreaks: presentBreaks(priceBreaks) }
}

/** The ladder with prices as exact JSON numbers. */
export const presentBreaks = (breaks: PriceBreakRow[]): PriceBreak[] => breaks.map(({ from, price }) => ({ from, price: Number(price) }))
