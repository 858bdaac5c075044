import { COLOUR, write, writeLacks, type Writing } from '../../platform/documents/pdf-writing.ts'
import type { DocumentFile } from '../../platform/documents/layout.ts'
import { drawBarcode } from './barcode.ts'
import { openPapers, type PageSize } from './paper-file.ts'
import { freightLines, type LabelFacts, type PackedOrder } from './papers.ts'
import { writeFitting } from './write-fitting.ts'

/** 4 x 6 inches, in points. */
const LABEL_SIZE: PageSize = [288, 432]

const MARGIN = 16
const INNER = LABEL_SIZE[0] - 2 * MARGIN

export function openLabels({ shopName, returnAddress }: LabelFacts): DocumentFile<PackedOrder> {
  const sender = [shopName, ...returnAddress]
  return openPapers('Address labels', shopName, LABEL_SIZE, (sheet, order) => drawLabel(sheet, sender, order))
}

/**
 * The address label of an order: where it goes, who sends it, and its number. Black on white: labels are often printed by heat.
 * @param sender the shop's name and its return address, in lines
 */
function drawLabel(sheet: Writing, sender: readonly string[], order: PackedOrder): void {
  const { document } = sheet
  const place = { x: MARGIN, width: INNER, colour: '#000000' }
  write(sheet, 'From', { ...place, y: 14, size: 7, bold: true })
  writeFitting(sheet, sender, { ...place, y: 24, sizes: [9, 8, 7, 6], maxHeight: 62 })
  rule(document, 92)
  write(sheet, 'Ship to', { ...place, y: 100, size: 9, bold: true })
  writeFitting(sheet, order.address.split('\n'), { ...place, y: 114, sizes: [22, 19, 16, 14, 12, 10, 8, 7], maxHeight: 178, bold: true })
  writeFitting(sheet, [[phoneOf(order), freightLines(order).join(', ')].filter(Boolean).join(' · ')], {
    ...place,
    y: 296,
    sizes: [10, 8, 6],
    maxHeight: 16,
  })
  rule(document, 316)
  drawBarcode(sheet, order.number, { x: MARGIN, y: 328, width: INNER, height: 60 })
  write(sheet, order.number, { ...place, x: MARGIN + 18, y: 394, width: INNER - 36, size: 17, bold: true })
  writeLacks(sheet, 'the order has them', { ...place, y: 418, size: 6 })
}

const phoneOf = ({ shipTo, phone }: PackedOrder) => {
  const known = shipTo?.phone.trim() || phone.trim()
  return known === '' ? '' : `Phone ${known}`
}

const rule = (document: PDFKit.PDFDocument, y: number) => document.rect(MARGIN, y, INNER, 1).fill(COLOUR.ink)
