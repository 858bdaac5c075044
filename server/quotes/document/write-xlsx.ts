import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { columns, totalRow, type DocumentQuote } from './document.ts'

/** Characters that XML cannot hold in any way. */
// oxlint-disable-next-line no-control-regex -- these are the ones
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A workbook with one sheet. Figures are numbers; what was typed is text, never a formula. Blocks until it is written. */
export async function writeXlsx(quote: DocumentQuote): Promise<Buffer> {
  const { lines, number } = quote
  const bold = (value: string | number | null) => (value === null ? null : { ...cellOf(value), fontWeight: 'bold' as const })
  const head = columns.map(({ title }) => bold(title))
  const data: SheetData = [head, ...lines.map((line) => columns.map(({ value }) => cellOf(value(line)))), totalRow(quote).map(bold)]
  const written = await writeXlsxFile(data, {
    sheet: number,
    stickyRowsCount: 1,
    columns: columns.map(({ width }) => ({ width })),
  })
  return written.toBuffer()
}

function cellOf(value: string | number | null) {
  if (value === null || value === '') return null
  return typeof value === 'number' ? { value, type: Number } : { value: value.replace(NOT_IN_XML, '\ufffd').toWellFormed(), type: String }
}
