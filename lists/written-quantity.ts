import { readQuantity } from '#contract/quantity-text.ts'

/** Units after a number of pieces. */
export const UNIT = String.raw`(?:pcs?\.?|pieces?|units?|ea\.?|each|stk\.?|stück)`
/** A number of thousands: 12k, 2.5k. A capital K is a resolution: 4K. */
export const THOUSANDS = String.raw`\d+(?:[.,]\d{1,2})?k`
/** A whole number, optionally in groups of three, or with zeros after a decimal point. */
export const NUMBER = String.raw`\d{1,3}(?:[,.'’ \u00a0\u202f]\d{3})+|\d+(?:[.,]0+)?`

const WRITTEN = new RegExp(`^(?:${NUMBER})\\s*${UNIT}?$`, 'i')

/**
 * Whether a cell reads like a number of pieces: '12000', '12,000', '12 000 pcs', '12k', and '12.000', which the server
 * reports as unclear. The server decides its meaning.
 */
export const isWrittenQuantity = (cell: string): boolean =>
  cell.trim() !== '' && (WRITTEN.test(cell.trim()) || readQuantity(cell) !== undefined)
