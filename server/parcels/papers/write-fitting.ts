import type { TextRun } from '../../platform/documents/pdf-text.ts'
import { LEADING, writeRuns, type Place, type Writing } from '../../platform/documents/pdf-writing.ts'

type Fitting = Omit<Place, 'size'> & {
  /** In points, the largest first. */
  sizes: readonly number[]
  maxHeight: number
}

/**
 * Writes lines of text in the largest size in which they fit into the height; in the smallest size, the rest is cut. Invisible
 * characters are left out, except those that control which letters join.
 * @returns the height in points.
 */
export function writeFitting(sheet: Writing, texts: readonly string[], { sizes, maxHeight, ...place }: Fitting): number {
  const printed = texts.map(withoutControls).filter((text) => text !== '')
  const most = (size: number) => Math.floor((maxHeight + 0.01) / (size * LEADING))
  const linesIn = (size: number): TextRun[][] => printed.flatMap((text) => sheet.typeface.wrap(text, size, place.width))
  const smallest = sizes.at(-1)!
  const size = sizes.find((one) => linesIn(one).length <= most(one)) ?? smallest
  const lines = linesIn(size)
  const shown = lines.slice(0, most(size))
  if (shown.length < lines.length)
    shown[shown.length - 1] = sheet.typeface.wrap('(cut: see the order on the screen)', size, place.width)[0]!
  return writeRuns(sheet, shown, { ...place, size })
}

const withoutControls = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
