import { columns, totalRow, type DocumentSource } from './document.ts'

const BYTE_ORDER_MARK = '\ufeff'
const LINE_END = '\r\n'

/** Spreadsheets reckon with what begins like this, wherever it came from; also behind spaces, and in full width. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * A table as RFC 4180 describes it, in UTF-8, batch by batch. No cell is a formula: one that would be begins with an
 * apostrophe.
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
  const harmless = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
