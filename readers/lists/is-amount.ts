import { isWrittenQuantity } from './written-quantity.ts'

/** A number with any short unit: '2.000 ST', '2000 (BX)'. */
const WITH_UNIT = /^\d[\d.,'’ \u00a0\u202f]*\s*\(?\p{L}{1,6}\.?\)?$/u

/** Whether a cell is a number of pieces, or of any unit. */
export const isAmount = (cell: string): boolean => isWrittenQuantity(cell) || WITH_UNIT.test(cell.trim())
