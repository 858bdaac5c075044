import { columns, totalRow, type DocumentSource } from './document.ts'

const BYTE_ORDER_MARK = '\ufeff'
const LINE_END = '\r\n'

/** Spreadsheets reckon with what begins like this, wherever it came from; also behind spaces, and in full width. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
/**
 * The same within a cell, behind what some spreadsheets take for the end of a column or row: one that is set to semicolons
 * heeds quotes only at the beginning of what it takes for a cell.
 */
const FORMULA_WITHIN = /([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g

/**
 * A table as RFC 4180 describes it, in UTF-8, batch by batch. No cell is a formula: an apostrophe stands before what would
 * be one.
 */
export async function* writeCsv({ facts, batches }: DocumentSource): AsyncGenerator<Buffer, void, undefined> {
  yield rowsOf(BYTE_ORDER_MARK, [columns.map(({ title }) => title)])
  for await (const lines of batches) yield rowsOf('', lines.map((line) => columns.map(({ value }) => value(line))))
  yield rowsOf('', [totalRow(facts)])
}

type Cell = string | number | null

const rowsOf = (before: string, rows: Cell[][]) => Buffer.from(before + rows.map((row) => rowOf(row) + LINE_END).join(''))

const rowOf = (values: Cell[]) => values.map(cellOf).join(',')

function cellOf(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const within = value.replace(FORMULA_WITHIN, "$1'")
  const harmless = FORMULA.test(value) ? `'${within}` : within
  return /[",;\t\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
