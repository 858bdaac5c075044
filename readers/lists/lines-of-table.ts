import { doubtRow, doubtWritten, type Doubt } from './doubt-rows.ts'
import { areDesignators, countDesignators } from './designators.ts'
import { fitLine, type GivenLine, type Placed, type Table } from './lines.ts'
import { MINIMUM_ORDER } from '#contract/basics/limits.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import { readFront, readWrittenLine } from './read-written-line.ts'
import { isAmount } from './is-amount.ts'
import { plainTitle, widthOf, type Columns } from './recognise-columns.ts'

/** A row as a line, and whether it may be no line. */
export type RowRead = GivenLine & {
  wasCut: boolean
  doubt: Doubt | undefined
  /** The whole text of the row; a function, because few rows need it. */
  whole: () => string
  /** Its cells that could name a part, likeliest first. */
  cells: () => string[]
  /** The whole row where its quantity may be the end of a name: 'Screws, 30 pcs'. */
  name: string | undefined
  /** The line that it is if the number in front of it is its quantity: '5000 power supply'. */
  front?: GivenLine | undefined
}

/** The rows of a table. Every row except the header may be a line. */
export type TableRead = {
  lines: RowRead[]
  /** Empty rows. */
  blank: number
  /** Header rows: 0 or 1, and the repeated ones of a document. */
  header: number
  /** Whether the quantities are counts of places on a board. */
  isCounted: boolean
}

/** Converts every row of a table to a line, in order. In a table of one column, a row may contain part and quantity. */
export function linesOfTable({ rows, blank, placed }: Table, columns: Columns): TableRead {
  const { header, above = 0 } = columns
  const body = header ? rows.toSpliced(above, 1) : rows
  const { quantity } = columns
  const isCounted = quantity !== undefined && areDesignators(body.map((row) => row[quantity] ?? ''))
  const isOneColumn = widthOf(rows) <= 1 && columns.part === 0
  const lines = isOneColumn ? readWritten(body) : readCells(body, columns, header ? rows[above] : undefined, isCounted)
  if (placed) doubtPlaced(lines, placed, { header, above, isCounted, quantity })
  return { lines, blank, header: rows.length - body.length + (placed?.titles ?? 0), isCounted }
}

/**
 * In a document, a row beside the items, or without pieces where they have some, is a line only if it is exactly a part. Its pieces
 * are then asked for: the layout may hide them, so that they are not the minimum order.
 */
function doubtPlaced(
  lines: RowRead[],
  { aside }: Placed,
  { header, above, isCounted, quantity }: { header: boolean; above: number; isCounted: boolean; quantity: number | undefined },
): void {
  for (const [place, line] of lines.entries()) {
    const isBare = quantity !== undefined && !(isCounted ? line.quantity !== '' : isAmount(line.quantity))
    if (isBare && line.quantity === '') line.quantity = '?'
    if (isBare || aside.has(header && place >= above ? place + 1 : place)) line.doubt = 'form'
  }
}

function readWritten(rows: readonly string[][]): RowRead[] {
  const written = rows.map(([whole = '']) => ({ whole, ...readWrittenLine(whole) }))
  const doubts = doubtWritten(written)
  return written.map(({ whole, text, quantity }, place) => {
    const { line, wasCut } = fitLine(text, quantity)
    const row = { ...line, wasCut, doubt: doubts[place], whole: () => fitText(whole), cells: () => [line.text] }
    return { ...row, name: nameOf(line, whole), front: readFront(line) }
  })
}

function readCells(rows: readonly string[][], columns: Columns, titles: string[] | undefined, isCounted: boolean): RowRead[] {
  const { above = 0, quantity } = columns
  const header = titles?.map(plainTitle).join('|')
  return rows.map((row, place) => {
    const isTitle = titles !== undefined && (place < above || row.map(plainTitle).join('|') === header)
    const given = isTitle ? lineOfCells(row, columns) : lineOfRow(row, columns)
    const count = isCounted ? countDesignators(given.quantity) : undefined
    const { line, wasCut } = fitLine(given.text, count === undefined ? given.quantity : String(count))
    return {
      ...line,
      wasCut,
      doubt: isTitle ? 'form' : doubtRow(row, given),
      whole: () => fitText(row.filter((cell) => cell.trim() !== '').join(' ')),
      cells: () => {
        const cells = [given.text, ...row.filter((_, column) => column !== quantity)].map(fitText)
        return [...new Set(cells)].filter((cell) => /[\p{L}\d]{2}/u.test(cell))
      },
      name: titles ? undefined : nameOf(line, row.join(',')),
    }
  })
}

const fitText = (text: string) => fitLine(text, '').line.text

function lineOfCells(row: readonly string[], { part, name, quantity }: Columns): GivenLine {
  const number = row[part] ?? ''
  const text = number.trim() === '' && name !== undefined ? (row[name] ?? '') : number
  return { text, quantity: quantity === undefined ? '' : (row[quantity] ?? '') }
}

/** In a list that is half a table, a row of one cell may be a written line. */
function lineOfRow(row: readonly string[], columns: Columns): GivenLine {
  const filled = row.filter((cell) => cell.trim() !== '')
  const written = filled.length === 1 ? readWrittenLine(filled[0]!) : undefined // it has one
  return written && written.quantity !== '' ? written : lineOfCells(row, columns)
}

/** A number below the minimum order of the shop, or an unclear one, may belong to the name. */
const nameOf = ({ text, quantity }: GivenLine, whole: string): string | undefined =>
  quantity !== '' && whole !== text && (readQuantity(quantity) ?? 0) < MINIMUM_ORDER ? fitText(whole) : undefined
