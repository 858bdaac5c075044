import PDFDocument from 'pdfkit'
import { openTypeface } from '../../platform/documents/pdf-text.ts'
import { takeWritten, type Writing } from '../../platform/documents/pdf-writing.ts'
import type { DocumentFile } from '../../platform/documents/layout.ts'
import type { PackedOrder } from './papers.ts'

export type PageSize = readonly [width: number, height: number]

/**
 * A PDF with a page for each order, written in batches of orders.
 * @param size of a page in points
 * @param draw draws the page of one order, which exists
 */
export function openPapers(
  title: string,
  shopName: string,
  size: PageSize,
  draw: (sheet: Writing, order: PackedOrder, page: number) => void,
): DocumentFile<PackedOrder> {
  const document = new PDFDocument({
    size: [...size],
    margin: 0,
    font: '',
    autoFirstPage: false,
    info: { Title: title, Author: shopName, Creator: shopName, Producer: shopName },
  } as PDFKit.PDFDocumentOptions)
  const sheet = { document, typeface: openTypeface(document) }
  let page = 0
  return {
    add(orders) {
      for (const order of orders) {
        document.addPage()
        draw(sheet, order, (page += 1))
      }
      return takeWritten(document)
    },
    finish() {
      document.end()
      return takeWritten(document)
    },
  }
}
