import { formatCount } from '#contract/basics/figures.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import type { Table } from '#readers/lists/lines.ts'
import { linesOfTable } from '#readers/lists/lines-of-table.ts'
import { readingsOf } from '#readers/lists/readings.ts'
import { guessColumns } from '#readers/lists/recognise-columns.ts'
import { hasDecimalCommas, settleQuantities } from '#readers/lists/settle-quantities.ts'
import { stockSheetWords as words } from '#app/words/stock-sheet.ts'

export type SheetLines = {
  lines: { text: string; pieces: number }[]
  /** Sentences about lines whose pieces cannot be read, or have two readings. */
  unread: string[]
}

/** The lines of a delivery note or a count that have a part and pieces, its quantities read as those of lists are. */
export function sheetLines(table: Table): SheetLines {
  const columns = guessColumns(table.rows)
  const given = linesOfTable(table, columns).lines.filter(({ text, quantity }) => text.trim() !== '' && quantity.trim() !== '')
  const read: SheetLines = { lines: [], unread: [] }
  for (const { text, quantity } of settleQuantities(given, hasDecimalCommas(table.rows, columns))) {
    const pieces = readPieces(quantity)
    const { grouped, decimal } = readingsOf(quantity) ?? {}
    if (pieces !== undefined) read.lines.push({ text, pieces })
    else if (grouped !== undefined && decimal !== undefined)
      read.unread.push(words.twoReadings(text, quantity, decimal, formatCount(Number(grouped))))
    else read.unread.push(words.notRead(text, quantity))
  }
  return read
}

/** Pieces to add or to take away, or a count. */
function readPieces(quantity: string): number | undefined {
  const [, sign = '', amount = ''] = /^([-+\u2212\u2013]?)(.*)$/.exec(quantity.trim()) ?? []
  const pieces = /^0+(?:[.,]0+)?$/.test(amount) ? 0 : amount.trim() === '' ? undefined : readQuantity(amount)
  return pieces === undefined || sign === '' || sign === '+' ? pieces : 0 - pieces
}
