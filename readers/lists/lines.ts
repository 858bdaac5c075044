import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import type { Release } from '#contract/promises/releases.ts'
import type { QuoteRequestLine } from '#contract/quotes/quotes.ts'
import { startOf } from '#contract/basics/start-of.ts'

/** A line of a text or file: the text of the part, and the quantity as written, '' without one. */
export type GivenLine = { text: string; quantity: string }

/** A given line, the part that the buyer has chosen for it, and its deliveries where it has several. */
export type ChosenLine = GivenLine & { readonly partsId?: string | undefined; readonly releases?: readonly Release[] | undefined }

/** A line on the screen, with the text that it had in the buyer's list. Each change replaces it by another object with the same `id`. */
export type SheetLine = ChosenLine & { readonly id: number; readonly listed: string }

/** Whether a line has a text, a quantity or a chosen part. */
export const isGiven = ({ text, quantity, partsId }: ChosenLine): boolean =>
  text.trim() !== '' || quantity.trim() !== '' || partsId !== undefined

/** The line as it is sent to the server. */
export function requestOf(given: ChosenLine): QuoteRequestLine {
  const { text, quantity } = fitLine(given.text, given.quantity).line
  const { partsId, releases } = given
  return {
    text,
    ...(quantity !== '' && { quantity }),
    ...(partsId !== undefined && { partsId }),
    ...(releases && { releases: [...releases] }),
  }
}

/** The visible sheets of a workbook, if it has several, and which of them was read. */
export type Sheets = { names: readonly string[]; read: string }

/** Rows of cells without the blank ones, which are counted. */
export type Table = { rows: string[][]; blank: number; placed?: Placed; sheets?: Sheets }

/** The layout of a document's rows; its titles are the first row, and repeated ones are only counted. */
export type Placed = {
  /** Rows beside the items: letterheads, sums, terms, footers. */
  aside: ReadonlySet<number>
  /** Titles that were repeated on further pages. */
  titles: number
}

/** Maximum length of a quantity in characters. */
export const QUANTITY_LENGTH = 40

/** Visible characters on one line; others in a cell, such as line breaks, would be refused or lost. */
const plainLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** The line within the shop's limits, and whether it was truncated. */
export function fitLine(text: string, quantity: string): { line: GivenLine; wasCut: boolean } {
  const whole = { text: plainLine(text), quantity: plainLine(quantity) }
  const line = { text: startOf(whole.text, TEXT_LIMITS.quoteLine), quantity: startOf(whole.quantity, QUANTITY_LENGTH) }
  return { line, wasCut: line.text !== whole.text || line.quantity !== whole.quantity }
}
