import { TEXT_LIMITS } from '#contract/limits.ts'

/** A line of a text or file: the text of the part, and the quantity as written, '' without one. */
export type GivenLine = { text: string; quantity: string }

/** Rows of cells without the blank ones, which are counted. */
export type Table = { rows: string[][]; blank: number }

/** The lines of a table. Every row except the header is a line. */
export type ReadLines = {
  lines: GivenLine[]
  /** Empty rows. */
  blank: number
  /** Header rows: 0 or 1. */
  header: number
  /** Lines that were truncated to the maximum length. */
  cut: number
}

/** Maximum length of a quantity in characters. */
export const QUANTITY_LENGTH = 40

/** Visible characters on one line; others in a cell, such as line breaks, would be refused or lost. */
export const plainLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** The line within the shop's limits, and whether it was truncated. */
export function fitLine(text: string, quantity: string): { line: GivenLine; wasCut: boolean } {
  const whole = { text: plainLine(text), quantity: plainLine(quantity) }
  const line = { text: startOf(whole.text, TEXT_LIMITS.quoteLine), quantity: startOf(whole.quantity, QUANTITY_LENGTH) }
  return { line, wasCut: line.text !== whole.text || line.quantity !== whole.quantity }
}

/** The first characters of a text, without splitting surrogate pairs. */
function startOf(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}
