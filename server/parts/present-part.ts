import { getTableColumns } from 'drizzle-orm'
import { Part, type Expected } from '#contract/parts/parts.ts'
import type { PriceBreak } from '#contract/parts/pricing.ts'
import { parts, type PriceBreakRow } from '#database/tables/parts.ts'
import { nextDelivery } from './expected-delivery.ts'

type Stored = 'id' | (keyof Part & keyof typeof parts.$inferSelect)
/** The columns of what `Part` shows. */
const storedColumns = Object.fromEntries(
  Object.entries(getTableColumns(parts)).filter(([name]) => name === 'id' || name in Part.properties),
) as Pick<typeof parts, Stored>
export const partColumns = { ...storedColumns, expected: nextDelivery }

export type PartRow = Pick<typeof parts.$inferSelect, Stored> & { expected?: Expected | null }

/** A part's row in the specified format; a decimal price of four places is exact as a JSON number. */
export function presentPart(row: PartRow): Part {
  const { id, price, priceBreaks, minimumOrder, orderStep, packPieces, packName, expected, ...rest } = row
  return {
    _id: id,
    ...rest,
    price: Number(price),
    priceBreaks: presentBreaks(priceBreaks),
    ...(minimumOrder !== null && { minimumOrder }),
    ...(orderStep !== null && { orderStep }),
    ...(packPieces !== null && { packPieces }),
    ...(packName !== null && { packName }),
    ...(expected && { expected }),
  }
}

/** The ladder with prices as exact JSON numbers. */
export const presentBreaks = (breaks: PriceBreakRow[]): PriceBreak[] => breaks.map(({ from, price }) => ({ from, price: Number(price) }))
