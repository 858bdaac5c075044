import { formatCount } from '#contract/figures.ts'
import type { PaperSize } from '#contract/shipping-papers.ts'
import { COLOUR, SIZE, write, type Writing } from '../../platform/documents/pdf-writing.ts'
import { drawBarcode } from './barcode.ts'
import type { PackedOrder } from './find-packed-orders.ts'
import type { PageSize } from './paper-file.ts'

/** Points. */
export const slipSizes: Record<PaperSize, PageSize> = { a4: [595.28, 841.89], letter: [612, 792] }

const MARGIN = 40
const BARCODE = { width: 200, height: 44 }
/** Longer texts are cut, so that a slip is one page. */
const MOST_LINES = { name: 4, address: 12, reference: 2 }

/** The packing slip of an order on one page: what to pack and where it goes, and no price. */
export function drawSlip(sheet: Writing, shopName: string, [width, height]: PageSize, order: PackedOrder): void {
  const { document } = sheet
  const inner = width - 2 * MARGIN
  document.rect(0, 0, width, 6).fill(COLOUR.accent)
  let y = MARGIN
  y += write(sheet, shopName, { x: MARGIN, y, width: inner - BARCODE.width, size: SIZE.brand, colour: COLOUR.accent, bold: true }) + 6
  write(sheet, 'Packing slip', { x: MARGIN, y, width: inner - BARCODE.width, size: 12 })
  drawBarcode(sheet, order.number, { x: width - MARGIN - BARCODE.width, y: MARGIN, ...BARCODE })
  y = MARGIN + BARCODE.height + 14
  y += write(sheet, order.number, { x: MARGIN, y, width: inner, size: 26, bold: true }) + 14

  const half = (inner - 20) / 2
  const left = block(sheet, 'Ship to', order.address.split('\n'), { x: MARGIN, y, width: half, most: MOST_LINES.address })
  const right = block(
    sheet,
    'Buyer',
    [
      order.displayName,
      order.shipTo?.phone || order.phone,
      ...(order.reference ? [`Reference: ${order.reference}`] : []),
      `Ordered: ${order.placedAt.toISOString().slice(0, 10)}`,
    ],
    { x: MARGIN + half + 20, y, width: half, most: 6 },
  )
  y += Math.max(left, right) + 22

  const left2 = order.quantity - order.parceledPieces
  const columns = [
    { title: 'Part number', x: 0, width: 110, value: order.partNumber ?? '' },
    { title: 'Part', x: 116, width: inner - 116 - 3 * 76, value: order.partName },
    { title: 'Ordered', x: inner - 3 * 76, width: 70, right: true, value: formatCount(order.quantity) },
    { title: 'Sent before', x: inner - 2 * 76, width: 70, right: true, value: formatCount(order.parceledPieces) },
    { title: 'To pack', x: inner - 76, width: 76, right: true, bold: true, value: formatCount(left2) },
  ]
  for (const { title, x, width: wide, right: isRight } of columns)
    write(sheet, title, { x: MARGIN + x, y, width: wide, size: SIZE.text, colour: COLOUR.soft, ...(isRight && { right: true }) })
  y += 16
  document.rect(MARGIN, y, inner, 0.8).fill(COLOUR.ink)
  y += 10
  const heights = columns.map(({ value, x, width: wide, right: isRight, bold }) =>
    write(sheet, cut(sheet, value, 12, wide, MOST_LINES.name), {
      x: MARGIN + x,
      y,
      width: wide,
      size: 12,
      ...(isRight && { right: true }),
      ...(bold && { bold: true }),
    }),
  )
  y += Math.max(...heights) + 10
  document.rect(MARGIN, y, inner, 0.8).fill(COLOUR.line)

  const foot = height - MARGIN - 40
  for (const [index, title] of ['Pieces packed', 'Packed by', 'Date'].entries()) {
    const wide = (inner - 40) / 3
    const x = MARGIN + index * (wide + 20)
    document.rect(x, foot, wide, 0.8).fill(COLOUR.ink)
    write(sheet, title, { x, y: foot + 4, width: wide, size: SIZE.text, colour: COLOUR.soft })
  }
}

type BlockPlace = { x: number; y: number; width: number; most: number }

/** A title with lines under it; returns its height. */
function block(sheet: Writing, title: string, lines: string[], { x, y, width, most }: BlockPlace): number {
  let height = write(sheet, title, { x, y, width, size: SIZE.text, colour: COLOUR.soft }) + 3
  for (const line of lines.slice(0, most)) height += write(sheet, cut(sheet, line, 12, width, 3), { x, y: y + height, width, size: 12 })
  return height
}

/** As much of a text as fits into so many lines. */
function cut({ typeface }: Writing, text: string, size: number, width: number, lines: number): string {
  const wrapped = typeface.wrap(text, size, width)
  if (wrapped.length <= lines) return text
  const kept = wrapped.slice(0, lines).map((runs) => runs.map((run) => run.text).join(''))
  return `${kept.join(' ').slice(0, -1)}...`
}
