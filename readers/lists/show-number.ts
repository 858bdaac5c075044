import type { SSF } from '@e965/xlsx'

/** The library of number formats, of a workbook whose days count from 1904 or 1900. */
type Formats = { formats: typeof SSF; since1904: boolean }

/** Below this, a number has all of its digits. */
const KEPT_EXACTLY = 1e15

/**
 * A number in its format, such as 0004711, without groups of thousands and without decimal places that are all zero, as these depend on
 * the country. A day is shown as 2026-03-01. What a format rounds or scales is shown as it is: that is the number that was meant.
 */
export function showNumber(value: number, format: string, { formats, since1904 }: Formats): string {
  const plain = plainNumber(value, formats)
  const shown = inFormat(value, format, { formats, since1904 })
  if (shown === undefined || shown === '') return plain
  if (formats.is_date(format)) return shown
  const isScaled = /[0#?],+(?![,0#?])/.test(format)
  if (isScaled || digitsOf(shown) !== digitsOf(plain)) return plain
  return shown.replace(/(?<=\d),(?=\d{3})/g, '').replace(/(?<=\d)\.0+(?!\d)/g, '')
}

function inFormat(value: number, format: string, { formats, since1904 }: Formats): string | undefined {
  const isDay = formats.is_date(format) && value >= 1
  // The library takes 'General' for the whole format.
  const code = format === 'General' ? format : format.replace(/general/gi, Number.isInteger(value) ? '0' : '0.0#########')
  try {
    return String(formats.format(isDay ? 'yyyy-mm-dd' : code, value, { date1904: since1904 })).trim()
  } catch {
    return undefined // no format
  }
}

/** Rounding errors in the last places are not shown. */
function plainNumber(value: number, formats: Formats['formats']): string {
  if (Math.abs(value) >= KEPT_EXACTLY) return String(formats.format('General', value))
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(11)))
}

/** The digits that count, without those of an exponent: those of '0004711', '4711.00' and '4711' are the same. */
const digitsOf = (shown: string) => {
  const [number = ''] = shown.split(/(?<=\d)E[+-]/)
  return number.replace(/\D/g, '').replace(/^0+|0+$/g, '')
}
