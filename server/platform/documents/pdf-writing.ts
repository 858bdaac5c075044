import type { Run, Typeface } from './pdf-text.ts'

/** Points. */
export const SIZE = { text: 8.5, small: 7, title: 18, brand: 13 }
export const LEADING = 1.35
export const COLOUR = { ink: '#0f1b33', soft: '#4b576e', line: '#d9dee7', accent: '#1d4fd7', danger: '#b42318', tint: '#e5ecfd' }

export type Place = { x: number; y: number; width: number; size?: number; colour?: string; right?: boolean; bold?: boolean }

/** A document that is written, with its typeface. */
export type Writing = { document: PDFKit.PDFDocument; typeface: Typeface }

/** Writes a text; returns its height in points. */
export function write(sheet: Writing, text: string, place: Place): number {
  return writeRuns(sheet, sheet.typeface.wrap(text, place.size ?? SIZE.text, place.width), place)
}

/** Writes a text that is already broken into lines; returns its height in points. */
export function writeRuns({ document, typeface }: Writing, lines: Run[][], place: Place): number {
  const { x, y, width, size = SIZE.text, colour = COLOUR.ink, right = false, bold = false } = place
  document.fontSize(size).fillColor(colour)
  if (bold) document.strokeColor(colour).lineWidth(size / 30)
  for (const [index, runs] of lines.entries()) {
    let at = right ? x + width - typeface.widthOf(runs, size) : x
    for (const run of runs) {
      document
        .font(run.font)
        .text(run.text, at, y + index * size * LEADING, { lineBreak: false, ...(bold && { fill: true, stroke: true }) })
      at += typeface.widthOf([run], size)
    }
  }
  return lines.length * size * LEADING
}

/** The bytes that have been written since the last call. */
export function takeWritten(document: PDFKit.PDFDocument): Uint8Array<ArrayBuffer> {
  const written: unknown = document.read()
  return new Uint8Array(written instanceof Uint8Array ? written : [])
}
