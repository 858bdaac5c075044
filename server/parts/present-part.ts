import type { Expected, Part } from '#contract/parts/parts.ts'
import type { PriceBreak } from '#contract/parts/pricing.ts'
import { parts, type PriceBreakRow } from '#database/tables/parts.ts'
import { nextDelivery } from './expected-delivery.ts'

const storedColumns = {
  id: parts.id,
  name: parts.name,
  img: parts.img,
  available: parts.available,
  price: parts.price,
  description: parts.description,
  partNumber: parts.partNumber,
  priceBreaks: parts.priceBreaks,
  leadDays: parts.leadDays,
  minimumOrder: parts.minimumOrder,
  orderStep: parts.orderStep,
}
export const partColumns = { ...storedColumns, expected: nextDelivery }

export type PartRow = { [K in keyof typeof storedColumns]: (typeof parts.$inferSelect)[K] } & { expected?: Expected | null }

/** A part's row in the specified format; a decimal price of four places is exact as a JSON number. */
export function presentPart(row: PartRow): Part {
  const { id, price, priceBreaks, minimumOrder, orderStep, expected, ...rest } = row
  return {
    _id: id,
    ...rest,
    price: Number(price),
    priceBreaks: presentBreaks(priceBreaks),
    ...(minimumOrder !== null && { minimumOrder }),
    ...(orderStep !== null && { orderStep }),
    ...(expected && { expected }),
  }
}

/** The ladder with prices as exact JSON numbers. */
export const presentBreaks = (breaks: PriceBreakRow[]): PriceBreak[] => breaks.map(({ from, price }) => ({ from, price: Number(price) }))
