import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { openTypeface } from '../../platform/documents/pdf-text.ts'
import { takeWritten, type Writing } from '../../platform/documents/pdf-writing.ts'

export type PageSize = readonly [width: number, height: number]

/**
 * A PDF with the pages of each row, which is handed out row by row: between two rows other requests are served.
 * @param size of a page in points
 * @param draw draws the pages of one row; the first one is there
 */
export async function* writePapers<Row>(
  title: string,
  shopName: string,
  size: PageSize,
  rows: readonly Row[],
  draw: (sheet: Writing, row: Row) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const document = new PDFDocument({
    size: [...size],
    margin: 0,
    font: '',
    autoFirstPage: false,
    info: { Title: title, Author: shopName, Creator: shopName, Producer: shopName },
  } as PDFKit.PDFDocumentOptions)
  const sheet = { document, typeface: openTypeface(document) }
  for (const row of rows) {
    document.addPage()
    draw(sheet, row)
    yield takeWritten(document)
    await nextTurn()
  }
  document.end()
  yield takeWritten(document)
}
