import { isOwn } from './fonts.ts'
import { ascent, useFont, type TextRun, type Typeface } from './pdf-text.ts'
import { NO_SIGN } from './read-signs.ts'

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
export function writeRuns({ document, typeface }: Writing, lines: TextRun[][], place: Place): number {
  const { x, y, width, size = SIZE.text, colour = COLOUR.ink, right = false, bold = false } = place
  document.fontSize(size).fillColor(colour)
  if (bold) document.strokeColor(colour).lineWidth(size / 30)
  for (const [index, runs] of lines.entries()) {
    const left = right ? x + width - typeface.widthOf(runs) : x
    const baseline = y + index * size * LEADING + ascent() * size
    // The reading order, for programs that copy text: the signs of some scripts are not written in it. In text from right to left the
    // programs find it themselves.
    const isNamed = runs.some(({ font }) => !isOwn(font)) && !runs.some((run) => run.isRightToLeft)
    if (isNamed) document.markContent('Span', { actual: runs.map(({ words }) => words).join('') })
    for (const run of runs) {
      const options = { ...run.options, lineBreak: false, baseline: 'alphabetic' as const, ...(bold && { fill: true, stroke: true }) }
      useFont(document, run.font)
        .fontSize(size)
        .text(run.text, left + run.x, baseline, options)
    }
    if (isNamed) document.endMarkedContent()
  }
  return lines.length * size * LEADING
}

/** Writes a note about characters that no font has, if any were written since the last call; returns the height in points. */
export function writeLacks(sheet: Writing, whatHasThem: string, place: Place): number {
  if (!sheet.typeface.takeLacked()) return 0
  const note = `${NO_SIGN} stands for characters that this print has no signs for; ${whatHasThem}.`
  return write(sheet, note, { size: SIZE.small, colour: COLOUR.soft, ...place })
}

/** The bytes that have been written since the last call. */
export function takeWritten(document: PDFKit.PDFDocument): Uint8Array<ArrayBuffer> {
  const written: unknown = document.read()
  return new Uint8Array(written instanceof Uint8Array ? written : [])
}
