import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { columns, type DocumentQuote } from './document.ts'

/** Characters that XML cannot hold in any way. */
// oxlint-disable-next-line no-control-regex -- these are the ones
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A workbook with one sheet. Figures are numbers; what was typed is text, never a formula. Blocks until it is written. */
export async function writeXlsx({ lines, number, total }: DocumentQuote): Promise<Buffer> {
  const bold = (value: string | number) => ({ ...cellOf(value), fontWeight: 'bold' as const })
  const head = columns.map(({ title }) => bold(title))
  const sum = columns.map(({ title }) => (title === 'Part' ? bold('Total') : title === 'Line total (USD)' ? bold(total) : null))
  const data: SheetData = [head, ...lines.map((line) => columns.map(({ value }) => cellOf(value(line)))), sum]
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
