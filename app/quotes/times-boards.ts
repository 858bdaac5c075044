import { formatCount } from '#contract/basics/figures.ts'
import { QUANTITY_LENGTH } from '#readers/lists/lines.ts'

const FACTOR = /\s+[x×]\s+(?<boards>\d[\d,]*)$/

/** The quantity for one board. */
export const perBoard = (quantity: string): string => quantity.replace(FACTOR, '')

/** The boards that a quantity is multiplied with, as written; '' without them. */
export const boardsOf = (quantity: string): string => FACTOR.exec(quantity)?.groups?.['boards'] ?? ''

/** A quantity times boards: '2' for 1,000 boards is '2 x 1,000'; a line without a quantity counts as 1. */
export const timesBoards = (quantity: string, boards: number): string => {
  const each = perBoard(quantity.trim())
  if (boards === 1) return each
  const times = `${each === '' ? '1' : each} x ${formatCount(boards)}`
  return times.length > QUANTITY_LENGTH ? quantity : times
}
