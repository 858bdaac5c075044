import { MAXIMUM_STOCK, MINIMUM_ORDER } from './limits.ts'

/** Words for pieces after a number, in the languages that lists come in. */
export const PIECES =
  'pieces?|pcs?|pce|units?|each|ea|stücke?|stk|stuks|szt|sztuk|pièces|piezas|pzas?|uds?|unidades|pezzi|pz|peças|adet|ks|шт|штук|件|個|个|台'
const UNIT = new RegExp(`\\s*(?:(?:${PIECES}|x)\\.?|\\((?:${PIECES})\\.?\\))$`)
/** Labels before it. */
const LABEL = /^(?:quantity|qty|x)[.:]?\s*/

/** Digits without separators, or with the same separator before each three of them; '0,500' does not match. */
const PLAIN = /^\d+$/
const GROUPED = /^[1-9]\d{0,2}(?:([,. '_])\d{3})(?:\1\d{3})*$/
/** As in India: only the last group has three digits. */
const INDIAN = /^([1-9]\d?(?:,\d{2})+,\d{3})(?:\.0+)?$/
/**
 * Only zeros after the decimal separator: one or two, which cannot be a group, or any number after a separator other
 * than that of the groups.
 */
const WITHOUT_FRACTION = /^(\d+|[1-9]\d{0,2}(?:[ '_]\d{3})+)[.,]0{1,2}$|^([1-9]\d{0,2}(?:,\d{3})+)\.0+$|^([1-9]\d{0,2}(?:\.\d{3})+),0+$/
/** Thousands with at most two decimal places, so that the decimal separator cannot be one of groups. */
const THOUSANDS = /^(\d+)(?:[.,](\d{1,2}))? ?k$/
/** A quantity for each of a number of boards: '2 x 1,000'. */
const TIMES = /^(\S(?:.*\S)?) x (\d.*)$/
/** Ambiguous: twelve with three decimal places, or twelve thousand. */
const TWO_READINGS = /^[1-9]\d{0,2}\.\d{3}$/

/**
 * Parses a number of pieces: 12000, '12,000', '12 000 pcs', "12'000", '1.200.000', '2,50,000', '1,200.00', '12k', '2 x 1,000', '2000 (EA)'. Empty
 * input is the minimum order. Ambiguous input is not guessed: '12.000' may be twelve or twelve thousand. '1e4', '-5', 'about
 * 2000' and '1000-2000' are refused.
 * @returns undefined unless it is clearly a whole number above 0, and at most the maximum stock of a part.
 */
export function readQuantity(asked: string | number | undefined): number | undefined {
  if (asked === undefined) return MINIMUM_ORDER
  if (typeof asked === 'number') return withinBounds(asked)
  const words = tidy(asked)
  if (words === '') return MINIMUM_ORDER
  const [, each, times] = TIMES.exec(words) ?? []
  return withinBounds(each === undefined ? readOne(words) : readOne(each) * readOne(times!)) // both or none
}

/** Normalises full-width digits and all kinds of spaces, apostrophes and multiplication signs; zero-width characters are removed. */
const tidy = (asked: string) =>
  asked
    .normalize('NFKC')
    .replace(/\p{Cf}+/gu, '')
    .toLowerCase()
    .replace(/[’‘´`]/g, "'")
    .replace(/×/g, 'x')
    .replace(/\s+/g, ' ')
    .trim()

const readOne = (words: string) => readNumber(words.replace(LABEL, '').replace(UNIT, ''))

function readNumber(words: string): number {
  if (PLAIN.test(words)) return Number(words)
  if (TWO_READINGS.test(words)) return NaN
  if (GROUPED.test(words)) return Number(words.replace(/\D/g, ''))
  const indian = INDIAN.exec(words)?.[1]
  if (indian !== undefined) return Number(indian.replaceAll(',', ''))
  const [, plain, english, continental] = WITHOUT_FRACTION.exec(words) ?? []
  const whole = plain ?? english ?? continental
  if (whole !== undefined) return Number(whole.replace(/\D/g, ''))
  const [, thousands, fraction = ''] = THOUSANDS.exec(words) ?? []
  return thousands === undefined ? NaN : Number(thousands + fraction.padEnd(3, '0'))
}

const withinBounds = (pieces: number) => (Number.isSafeInteger(pieces) && pieces > 0 && pieces <= MAXIMUM_STOCK ? pieces : undefined)
