import bwip from 'bwip-js/node'
import type { Writing } from '../../platform/documents/pdf-writing.ts'

type Place = { x: number; y: number; width: number; height: number }

/** White space beside a barcode, in bars of the smallest width, that scanners need. */
const QUIET = 10

/** Draws a text as a Code 128 barcode, as wide as the place with the white space beside it. */
export function drawBarcode({ document }: Pick<Writing, 'document'>, text: string, { x, y, width, height }: Place): void {
  const [code] = bwip.raw('code128', text, {})
  const bars = code && 'sbs' in code ? code.sbs : [] // a Code 128 consists of bars
  const unit = width / (bars.reduce((sum, bar) => sum + bar, 0) + 2 * QUIET)
  let at = x + QUIET * unit
  for (const [index, bar] of bars.entries()) {
    if (index % 2 === 0) document.rect(at, y, bar * unit, height)
    at += bar * unit
  }
  document.fill('#000000')
}
