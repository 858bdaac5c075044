import { mapInSlices } from '../in-slices.ts'
import { columns, totalRow, type DocumentQuote } from './document.ts'

const BYTE_ORDER_MARK = '\ufeff'
const LINE_END = '\r\n'

/** Spreadsheets reckon with what begins like this, wherever it came from; also behind spaces, and in full width. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** A table as RFC 4180 describes it, in UTF-8. No cell is a formula: one that would be begins with an apostrophe. */
export async function writeCsv(quote: DocumentQuote): Promise<Buffer> {
  const head = rowOf(columns.map(({ title }) => title))
  const rows = await mapInSlices(quote.lines, (line) => rowOf(columns.map(({ value }) => value(line))))
  return Buffer.from(BYTE_ORDER_MARK + [head, ...rows, rowOf(totalRow(quote))].join(LINE_END) + LINE_END)
}

const rowOf = (values: (string | number | null)[]) => values.map(cellOf).join(',')

function cellOf(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const harmless = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
