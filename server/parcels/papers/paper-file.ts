import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { openTypeface } from '../../platform/documents/pdf-text.ts'
import { takeWritten, type Writing } from '../../platform/documents/pdf-writing.ts'

export type PageSize = readonly [width: number, height: number]

/**
 * A PDF with a page for each row, which is handed out row by row: between two rows other requests are served.
 * @param size of a page in points
 * @param draw draws the page of one row, which is there
 */
export async function* writePapers<Row>(
  title: string,
  shopName: string,
  size: PageSize,
  rows: readonly Row[],
  draw: (sheet: Writing, row: Row, page: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const document = new PDFDocument({
    size: [...size],
    margin: 0,
    font: '',
    autoFirstPage: false,
    info: { Title: title, Author: shopName, Creator: shopName, Producer: shopName },
  } as PDFKit.PDFDocumentOptions)
  const sheet = { document, typeface: openTypeface(document) }
  for (const [index, row] of rows.entries()) {
    document.addPage()
    draw(sheet, row, index + 1)
    yield takeWritten(document)
    await nextTurn()
  }
  document.end()
  yield takeWritten(document)
}
