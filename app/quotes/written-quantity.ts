import { readQuantity } from '#contract/quantity-text.ts'

/** Words behind a number that say it counts pieces. */
export const UNIT = String.raw`(?:pcs?\.?|pieces?|units?|ea\.?|each|stk\.?|stück)`
/** A number of pieces: whole, perhaps in groups of three, perhaps with zeros behind a point. */
export const NUMBER = String.raw`\d{1,3}(?:[,.'’ \u00a0\u202f]\d{3})+|\d+(?:[.,]0+)?`

const WRITTEN = new RegExp(`^(?:${NUMBER})\\s*${UNIT}?$`, 'i')

/**
 * Whether a cell reads like a number of pieces: '12000', '12,000', '12 000 pcs', '12k', and '12.000', which the shop asks
 * about. What it means is the server's word.
 */
export const isWrittenQuantity = (cell: string): boolean =>
  cell.trim() !== '' && (WRITTEN.test(cell.trim()) || readQuantity(cell) !== undefined)
