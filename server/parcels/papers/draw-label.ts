import { COLOUR, SIZE, write, type Writing } from '../../platform/documents/pdf-writing.ts'
import { drawBarcode } from './barcode.ts'
import type { PackedOrder } from './find-packed-orders.ts'
import type { PageSize } from './paper-file.ts'

/** 4 x 6 inches, in points. */
export const LABEL_SIZE: PageSize = [288, 432]

const MARGIN = 18
const WIDTH = LABEL_SIZE[0] - 2 * MARGIN
/** The address in the largest of these sizes in which it fits. */
const SIZES = [18, 15, 12, 9, 7]
const ADDRESS_HEIGHT = 250

/** The address label of an order: where it goes, who sends it, and its number. */
export function drawLabel(sheet: Writing, shopName: string, order: PackedOrder): void {
  const { document, typeface } = sheet
  write(sheet, `From: ${shopName}`, { x: MARGIN, y: MARGIN, width: WIDTH, size: SIZE.text, colour: COLOUR.soft })
  document.rect(MARGIN, MARGIN + 18, WIDTH, 0.8).fill(COLOUR.ink)
  write(sheet, 'Ship to', { x: MARGIN, y: MARGIN + 28, width: WIDTH, size: SIZE.text, colour: COLOUR.soft })

  const lines = order.address.split('\n')
  const heightIn = (size: number) => lines.reduce((sum, line) => sum + typeface.wrap(line, size, WIDTH).length * size * 1.35, 0)
  const size = SIZES.find((one) => heightIn(one) <= ADDRESS_HEIGHT) ?? SIZES.at(-1)!
  let y = MARGIN + 46
  for (const line of lines) {
    if (y > MARGIN + 46 + ADDRESS_HEIGHT - size) break
    y += write(sheet, line, { x: MARGIN, y, width: WIDTH, size, bold: true })
  }
  const phone = order.shipTo?.phone || order.phone
  write(sheet, phone, { x: MARGIN, y: LABEL_SIZE[1] - 108, width: WIDTH, size: SIZE.text, colour: COLOUR.soft })
  drawBarcode(sheet, order.number, { x: MARGIN, y: LABEL_SIZE[1] - 90, width: WIDTH, height: 46 })
  write(sheet, order.number, { x: MARGIN, y: LABEL_SIZE[1] - 40, width: WIDTH, size: 14, bold: true })
}
