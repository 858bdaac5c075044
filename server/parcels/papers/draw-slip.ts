import { formatCount } from '#contract/basics/figures.ts'
import { inPacks } from '#contract/parts/packs.ts'
import type { PaperSize } from '#contract/orders/shipping-papers.ts'
import { COLOUR, SIZE, write, writeLacks, type Writing } from '../../platform/documents/pdf-writing.ts'
import type { DocumentFile } from '../../platform/documents/layout.ts'
import { drawBarcode } from './barcode.ts'
import { openPapers, type PageSize } from './paper-file.ts'
import { freightLines, type PackedOrder, type SlipFacts } from './papers.ts'
import { writeFitting } from './write-fitting.ts'

/** Points. */
const slipSizes: Record<PaperSize, PageSize> = { a4: [595.28, 841.89], letter: [612, 792] }

const MARGIN = 40
const BARCODE = { width: 210, height: 46 }

/** What the slips of a file have in common; `count` is its pages. */
type Slips = { shopName: string; size: PageSize; count: number }

export function openSlips({ shopName, paper, lineCount: count }: SlipFacts): DocumentFile<PackedOrder> {
  const size = slipSizes[paper]
  return openPapers('Packing slips', shopName, size, (sheet, order, page) => drawSlip(sheet, { shopName, size, count }, order, page))
}

/** The packing slip of an order on one page, of which `page` is the number: what to pack and where it goes, and no price. */
function drawSlip(sheet: Writing, { shopName, size: [width, height], count }: Slips, order: PackedOrder, page: number): void {
  const inner = width - 2 * MARGIN
  sheet.document.rect(0, 0, width, 6).fill(COLOUR.accent)
  writeHead(sheet, shopName, order, inner)
  const top = writeFacts(sheet, order, inner)
  writeTable(sheet, order, inner, top)
  writeBoxes(sheet, inner, top + 150)
  writeSaid(sheet, order, inner, top + 226)
  writeLacks(sheet, 'the order on the screen has them', { x: MARGIN, y: height - 58, width: inner })
  const foot = { x: MARGIN, y: height - 40, width: inner, colour: COLOUR.soft }
  writeFitting(sheet, [`${shopName} · ${order.number}`], { ...foot, width: inner - 80, sizes: [SIZE.small], maxHeight: 10 })
  write(sheet, `Page ${page} of ${count}`, { ...foot, size: SIZE.small, right: true })
}

function writeHead(sheet: Writing, shopName: string, order: PackedOrder, inner: number): void {
  const left = { x: MARGIN, width: inner - BARCODE.width - 30 }
  const bold = { bold: true, colour: COLOUR.accent }
  writeFitting(sheet, [shopName], { ...left, y: MARGIN, sizes: [SIZE.brand, 10, 8], maxHeight: 20, ...bold })
  write(sheet, 'Packing slip', { ...left, y: MARGIN + 24, size: 12, colour: COLOUR.soft })
  write(sheet, order.number, { ...left, y: MARGIN + 42, size: 30, bold: true })
  drawBarcode(sheet, order.number, { x: MARGIN + inner - BARCODE.width + 8, y: MARGIN + 6, ...BARCODE })
  const ordered = { x: MARGIN + inner - BARCODE.width, y: MARGIN + 62, width: BARCODE.width, colour: COLOUR.soft, right: true }
  write(sheet, `Ordered ${order.placedAt.toISOString().slice(0, 10)}`, ordered)
  if (order.wishedOn !== null)
    write(
      sheet,
      [`Wished for ${order.wishedOn}`, order.release && `${order.release.number} of ${order.release.of}`].filter(Boolean).join(', '),
      { ...ordered, y: ordered.y + 13 },
    )
}

/** Ship-to at the left, the buyer at the right. @returns where the table begins. */
function writeFacts(sheet: Writing, order: PackedOrder, inner: number): number {
  const y = MARGIN + 104
  const left = { x: MARGIN, width: inner * 0.56 }
  const right = { x: MARGIN + inner * 0.62, width: inner * 0.38 }
  writeTitle(sheet, 'Ship to', { ...left, y })
  writeFitting(sheet, order.address.split('\n'), { ...left, y: y + 14, sizes: [14, 12, 10, 8.5, 7], maxHeight: 130 })
  writeFitting(sheet, [freightLines(order).join(' · ')], { ...left, y: y + 146, sizes: [9, 7.5, 6], maxHeight: 20 })
  const facts: [string, string][] = [
    ['Buyer', order.displayName],
    ['Phone', order.phone],
    ['Phone there', order.shipTo?.phone ?? ''],
    ['Reference', order.reference ?? ''],
  ]
  let at = y
  for (const [title, fact] of facts) {
    if (fact.trim() === '') continue
    writeTitle(sheet, title, { ...right, y: at })
    at += 12 + writeFitting(sheet, [fact], { ...right, y: at + 12, sizes: [10, 8.5, 7], maxHeight: 24 }) + 5
  }
  return y + 168
}

const writeTitle = (sheet: Writing, title: string, place: { x: number; y: number; width: number }) =>
  write(sheet, title, { ...place, size: SIZE.small, colour: COLOUR.soft, bold: true })

function writeTable(sheet: Writing, order: PackedOrder, inner: number, y: number): void {
  const figure = 68
  const columns = [
    { title: 'Part', width: inner - 3 * figure - 96, text: order.partName, right: false, bold: true },
    { title: 'Part number', width: 96, text: order.partNumber ?? '', right: false, bold: false },
    { title: 'Ordered', width: figure, text: formatCount(order.quantity), right: true, bold: false },
    { title: 'Already sent', width: figure, text: formatCount(order.sent), right: true, bold: false },
    { title: 'Left to send', width: figure, text: formatCount(order.left), right: true, bold: true },
  ]
  sheet.document.rect(MARGIN, y, inner, 18).fill(COLOUR.tint)
  let x = MARGIN
  for (const { title, width, text, right, bold } of columns) {
    const place = { x: x + 4, width: width - 8, right }
    write(sheet, title, { ...place, y: y + 4, bold: true })
    writeFitting(sheet, [text], { ...place, y: y + 26, sizes: [12, 10, 8.5, 7], maxHeight: right ? 17 : 82, bold })
    x += width
  }
  const packs = inPacks(order.left, order.pack)
  if (packs !== undefined) write(sheet, `Left to send: ${packs}`, { x: MARGIN, y: y + 100, width: inner - 4, right: true })
  const end = y + 116
  sheet.document.rect(MARGIN, end, inner, 0.5).fill(COLOUR.line)
}

/** What the packer fills in by hand. */
function writeBoxes(sheet: Writing, inner: number, y: number): void {
  const gap = 12
  const width = (inner - 2 * gap) / 3
  for (const [index, title] of ["Packer's initials", 'Pieces in this parcel', 'Date'].entries()) {
    const x = MARGIN + index * (width + gap)
    sheet.document.roundedRect(x, y, width, 58, 4).lineWidth(1).strokeColor(COLOUR.soft).stroke()
    writeTitle(sheet, title, { x: x + 8, y: y + 6, width: width - 16 })
  }
}

/** What shop and buyer said about the order, in the room that a letter has left. */
function writeSaid(sheet: Writing, { terms, note }: PackedOrder, inner: number, y: number): void {
  let at = y
  for (const [title, text] of [
    ['Terms', terms],
    ['Note of the buyer', note],
  ] as const) {
    if (text === '') continue
    writeTitle(sheet, title, { x: MARGIN, y: at, width: inner })
    at += 12 + writeFitting(sheet, text.split('\n'), { x: MARGIN, y: at + 12, width: inner, sizes: [10, 8.5, 7], maxHeight: 70 }) + 6
  }
}
