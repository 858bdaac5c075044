import { PIECES, readQuantity } from '#contract/basics/quantity-text.ts'

/** Units after a number of pieces. */
export const UNIT = String.raw`(?:(?:${PIECES})\.?)`
/** The beginning of a number, not in the middle of another one. */
const START = String.raw`(?<!(?:^|[\s(:;|=×*]|\bx|\s[-–—+])\d[\d.,'’/–-]*)`
/** A number of thousands: 12k, 2.5k. A capital K is a resolution: 4K. */
export const THOUSANDS = START + String.raw`\d+(?:[.,]\d{1,2})?k`
/** A whole number, optionally in groups of three, or with zeros after a decimal point. */
const NUMBER = String.raw`\d{1,3}(?:[,.'’ \u00a0\u202f]\d{3})+|\d+(?:[.,]0+)?`
/**
 * A number in a written line, from its first digit to its last, with all of its marks: '2,50,000' and '2.500,50' too. It is not
 * interpreted here.
 */
export const FIGURE =
  START + String.raw`(?:\d{1,3}(?:[,.'’ \u00a0\u202f]\d{3})+[.,]\d{1,2}|\d{1,3}(?:[.,'’]\d{1,3}){2,}|${NUMBER})` + String.raw`(?![.,'’]?\d)`

const WRITTEN = new RegExp(`^(?:${NUMBER})\\s*${UNIT}?$`, 'i')
/** What people write where a number of pieces is missing, and spreadsheets where they cannot calculate it. */
const MISSING = /^(?:n\/?a|n\.\s?a\.|tb[acd]|#.*|err:\d+|=.*)$/i
/** Two decimal places, as prices have. */
const DECIMAL = /[.,]\d{2}\D*$/
/** Minimum share of numbers in a column of quantities. */
const MOSTLY = 0.8

/**
 * Whether a cell reads like a number of pieces: '12000', '12,000', '12 000 pcs', '12k', and '12.000', which the server
 * reports as unclear. The server decides its meaning.
 */
export const isWrittenQuantity = (cell: string): boolean =>
  cell.trim() !== '' && (WRITTEN.test(cell.trim()) || readQuantity(cell) !== undefined)

/** Whether a cell has no word, or a placeholder for a missing number. */
const isWordless = (cell: string): boolean => !/\p{L}/u.test(cell) || isWrittenQuantity(cell) || MISSING.test(cell.trim())

/** Whether a cell could be meant as a number of pieces: '?', 'about 2000', '10 boxes', '500-1000'. */
export const isVague = (cell: string): boolean =>
  cell.trim() !== '' &&
  (isWordless(cell) || /^\P{L}*(?:\p{L}+\.?\s*)?\d[\d.,'’\s]*(?:[-–/+]\s*\d[\d.,]*)?\s*(?:\p{L}+\.?)?\P{L}*$/u.test(cell))

/**
 * Whether the filled cells of a column are numbers of pieces, of which some may be unclear: '2000', '?', '2.500,50'. Without a title, a
 * column is one, too, of which half are numbers and the rest any text ('see note'), or of which every cell is a number or an unclear one.
 */
export function areQuantities(cells: readonly string[], isTitled: boolean): boolean {
  const numbers = cells.filter(isWrittenQuantity).length
  if (numbers === 0) return false
  if (numbers >= cells.length * MOSTLY) return true
  if (cells.filter((cell) => DECIMAL.test(cell)).length * 2 >= cells.length) return false
  return cells.every(isWordless) || (!isTitled && (numbers * 2 >= cells.length || cells.every(isVague)))
}
