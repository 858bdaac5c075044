import type { Part } from '#contract/parts.ts'
import { parts } from '#database/tables/parts.ts'

/** The columns that `presentPart` needs. */
export const partColumns = {
  id: parts.id,
  name: parts.name,
  img: parts.img,
  available: parts.available,
  price: parts.price,
  description: parts.description,
}

/** A part's row in the specified shape; the decimal price of four places is exact as a JSON number. */
export function presentPart(row: { [K in keyof typeof partColumns]: (typeof parts.$inferSelect)[K] }): Part {
  const { id, price, ...rest } = row
  return { _id: id, ...rest, price: Number(price) }
}
