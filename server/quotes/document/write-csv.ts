import { columns, totalRow, type DocumentSource } from './document.ts'

const BYTE_ORDER_MARK = '\ufeff'
const LINE_END = '\r\n'

/** Spreadsheets evaluate cells that begin like this, also after spaces and in full-width characters. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
/**
 * The same within a cell, after a character that some spreadsheets take for the end of a column or row: a spreadsheet set
 * to semicolons honours quotes only at the beginning of what it takes for a cell.
 */
const FORMULA_WITHIN = /([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g

/** A table as in RFC 4180, in UTF-8, batch by batch. A cell that would be a formula gets an apostrophe in front. */
export async function* writeCsv({ facts, batches }: DocumentSource): AsyncGenerator<Buffer, void, undefined> {
  yield rowsOf(BYTE_ORDER_MARK, [columns.map(({ title }) => title)])
  for await (const lines of batches)
    yield rowsOf(
      '',
      lines.map((line) => columns.map(({ value }) => value(line))),
    )
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
