import { MAXIMUM_STOCK, MINIMUM_ORDER } from './limits.ts'

/** Words that people write behind a number of pieces, and mean nothing else by. */
const UNIT = /\s*(?:pieces?|pcs?|units?|each|ea|stück|stk|x)\.?$/
/** Words before it. */
const LABEL = /^(?:quantity|qty|x)[.:]?\s*/

/** No sign between the digits, or the same one before each three of them; '0,500' is no such number. */
const PLAIN = /^\d+$/
const GROUPED = /^[1-9]\d{0,2}(?:([,. '_])\d{3})(?:\1\d{3})*$/
/** Nothing behind the decimal sign: one or two zeros, which never are a group, or zeros behind the other sign than that of the groups. */
const WITHOUT_FRACTION = /^(\d+|[1-9]\d{0,2}(?:[ '_]\d{3})+)[.,]0{1,2}$|^([1-9]\d{0,2}(?:,\d{3})+)\.0+$|^([1-9]\d{0,2}(?:\.\d{3})+),0+$/
/** Thousands with at most two places, so that the decimal sign cannot be one between groups. */
const THOUSANDS = /^(\d+)(?:[.,](\d{1,2}))? ?k$/
/** Twelve with three places, or twelve thousand: programs write the one, people the other. */
const TWO_READINGS = /^[1-9]\d{0,2}\.\d{3}$/

/**
 * Reads pieces as a person or a program writes them: 12000, '12,000', '12 000 pcs', "12'000", '1.200.000', '1,200.00', '12k'.
 * The minimum order where nothing is said. What can be read in two ways is not guessed: '12.000' may be twelve or twelve
 * thousand; nor are '1e4', '-5', 'about 2000', '1000-2000'.
 * @returns undefined when it is not clearly a whole number above 0, or more than any part can have in stock.
 */
export function readQuantity(asked: string | number | undefined): number | undefined {
  if (asked === undefined) return MINIMUM_ORDER
  if (typeof asked === 'number') return withinBounds(asked)
  const words = tidy(asked)
  return words === '' ? MINIMUM_ORDER : withinBounds(readNumber(words.replace(LABEL, '').replace(UNIT, '')))
}

/** Compatible spellings become one: full-width digits, all kinds of spaces, apostrophes and multiplication signs. */
const tidy = (asked: string) =>
  asked.normalize('NFKC').toLowerCase().replace(/[’‘´`]/g, "'").replace(/×/g, 'x').replace(/\s+/g, ' ').trim()

function readNumber(words: string): number {
  if (PLAIN.test(words)) return Number(words)
  if (TWO_READINGS.test(words)) return NaN
  if (GROUPED.test(words)) return Number(words.replace(/\D/g, ''))
  const [, plain, english, continental] = WITHOUT_FRACTION.exec(words) ?? []
  const whole = plain ?? english ?? continental
  if (whole !== undefined) return Number(whole.replace(/\D/g, ''))
  const [, thousands, fraction = ''] = THOUSANDS.exec(words) ?? []
  return thousands === undefined ? NaN : Number(thousands + fraction.padEnd(3, '0'))
}

const withinBounds = (pieces: number) =>
  Number.isSafeInteger(pieces) && pieces > 0 && pieces <= MAXIMUM_STOCK ? pieces : undefined
