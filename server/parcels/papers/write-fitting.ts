import { NO_SIGN, type Run } from '../../platform/documents/pdf-text.ts'
import { COLOUR, LEADING, SIZE, writeRuns, type Place, type Writing } from '../../platform/documents/pdf-writing.ts'

type Fitting = Omit<Place, 'size'> & {
  /** In points, the largest first. */
  sizes: readonly number[]
  maxHeight: number
}

/**
 * Writes lines of text in the largest size in which they fit into the height. In the smallest size, what does not fit is cut.
 * Characters that print nothing are left out.
 * @returns the height in points.
 */
export function writeFitting(sheet: Writing, texts: readonly string[], { sizes, maxHeight, ...place }: Fitting): number {
  const printed = texts.map(withoutControls).filter((text) => text !== '')
  const most = (size: number) => Math.floor((maxHeight + 0.01) / (size * LEADING))
  const linesIn = (size: number): Run[][] => printed.flatMap((text) => sheet.typeface.wrap(text, size, place.width))
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
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

/** Says what stands for characters that the typeface lacks, once any was written. */
export function writeLacks(sheet: Writing, place: Place): void {
  if (!sheet.typeface.lacked) return
  const note = `${NO_SIGN} stands for characters that this print has no signs for; the order on the screen has them.`
  writeRuns(sheet, sheet.typeface.wrap(note, place.size ?? SIZE.small, place.width), { size: SIZE.small, colour: COLOUR.soft, ...place })
}
