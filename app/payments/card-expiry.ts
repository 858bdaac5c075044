import { cardWords } from '#app/words/card-entry.ts'
import { digitsOf } from './card-number.ts'

/** `month` counts from 1, `year` has four digits. */
export type CardExpiry = { month: number; year: number }

const CENTURY = 2_000
/** Maximum validity of a card; a later year is a typing error. */
const LONGEST_VALIDITY_YEARS = 50

/**
 * Formats typed, pasted or autofilled input as 'MM/YY': '5' becomes '05', '1/' '01/', '1230' '12/30'; '12/2030' stays.
 */
export function formatExpiry(typed: string): string {
  const text = typed.replace(/[^\d/]/g, '').replace(/^(?=[2-9]|1\/)/, '0')
  const digits = digitsOf(text)
  const month = digits.slice(0, 2)
  const year = digits.slice(2, digits.startsWith('20', 2) ? 6 : 4)
  return year || (text.includes('/') && month.length === 2) ? `${month}/${year}` : month
}

/** @returns undefined unless the text is a month and a year of two or four digits. */
export function parseExpiry(text: string): CardExpiry | undefined {
  const match = /^(0[1-9]|1[0-2])\/(\d{2}|20\d{2})$/.exec(formatExpiry(text))
  if (!match) return undefined
  const year = Number(match[2])
  return { month: Number(match[1]), year: year < 100 ? CENTURY + year : year }
}

/** The error of the date, undefined if the card is valid now. A card is valid until the end of its month. */
export function expiryProblem(text: string, now: Date): string | undefined {
  const formatted = formatExpiry(text)
  const month = formatted.slice(0, 2)
  if (month.length === 2 && (month === '00' || Number(month) > 12)) return cardWords.expiryInvalid
  const expiry = parseExpiry(formatted)
  if (!expiry) return cardWords.expiryIncomplete
  const monthsLeft = (expiry.year - now.getFullYear()) * 12 + expiry.month - (now.getMonth() + 1)
  if (monthsLeft < 0) return cardWords.expired
  return monthsLeft > LONGEST_VALIDITY_YEARS * 12 ? cardWords.expiryInvalid : undefined
}
