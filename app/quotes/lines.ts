import { TEXT_LIMITS } from '#contract/limits.ts'

/** A line as it was read from a text or a file: what stands for the part, and the quantity as written; '' when there is none. */
export type GivenLine = { text: string; quantity: string }

/** Rows of cells without the blank ones, which are counted. */
export type Table = { rows: string[][]; blank: number }

/** What lines a table makes. Every row is a line, but for the header. */
export type ReadLines = {
  lines: GivenLine[]
  /** Rows without anything in them. */
  blank: number
  /** Rows that name the columns: 0 or 1. */
  header: number
  /** Lines with more characters than a line may have, which lost their ends. */
  cut: number
}

/** Longest quantity, in characters, that the shop reads. */
export const QUANTITY_LENGTH = 40

/** One line of visible characters: what a cell holds besides, such as line breaks, would be refused or lost. */
export const plainLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** The line as the shop takes it, and whether something had to be cut off. */
export function fitLine(text: string, quantity: string): { line: GivenLine; wasCut: boolean } {
  const whole = { text: plainLine(text), quantity: plainLine(quantity) }
  const line = { text: startOf(whole.text, TEXT_LIMITS.quoteLine), quantity: startOf(whole.quantity, QUANTITY_LENGTH) }
  return { line, wasCut: line.text !== whole.text || line.quantity !== whole.quantity }
}

/** The first characters of a text; a character of two units is not parted. */
function startOf(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}
