import { fitLine, type ReadLines, type Table } from './lines.ts'
import { readWrittenLine } from './read-written-line.ts'
import { widthOf, type Columns } from './recognise-columns.ts'

/** Converts every row of a table to a line, in order. In a table of one column, a row may contain part and quantity. */
export function linesOfTable({ rows, blank }: Table, { header, part, name, quantity }: Columns): ReadLines {
  const isOneColumn = widthOf(rows) <= 1
  const body = header ? rows.slice(1) : rows
  const fitted = body.map((row) => {
    if (isOneColumn && part === 0) {
      const written = readWrittenLine(row[0] ?? '')
      return fitLine(written.text, written.quantity)
    }
    const number = row[part] ?? ''
    const text = number.trim() === '' && name !== undefined ? (row[name] ?? '') : number
    return fitLine(text, quantity === undefined ? '' : (row[quantity] ?? ''))
  })
  return {
    lines: fitted.map(({ line }) => line),
    blank,
    header: rows.length - body.length,
    cut: fitted.filter(({ wasCut }) => wasCut).length,
  }
}
