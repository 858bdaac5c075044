import { checkVAT, countries, cyprus, sweden, switzerland } from 'jsvat'
import { euStates } from '#contract/payments/tax.ts'

const states = new Set<string>([...euStates, 'CH', 'GB', 'NO'])
/** Others look like some of these, such as the nine digits of Brazil. */
const known = countries.filter(({ codes: [iso = ''] }) => states.has(iso))

/** How people begin or shorten an id that has one written form. */
const written: [RegExp, string][] = [
  [/^GR(?=\d)/, 'EL'],
  [/^EL(?=\d{8}$)/, 'EL0'],
  [/^BE(?=\d{9}$)/, 'BE0'],
  [/^UK(?=\d)/, 'GB'],
]
/** Ids of Northern Ireland are those of Great Britain, with separate letters for the EU. */
const NORTHERN_IRELAND = /^XI(?=\d|GD|HA)/

/** Forms that are issued and that jsvat refuses. The check takes what follows the letters of the state. */
const issued: [RegExp, (number: string) => boolean][] = [
  // Since 2023.
  [/^BE(1\d{9})$/, (number) => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8))],
  [/^CHE(\d{9})VAT$/, (number) => switzerland.calcFn(number)],
  [/^CY(\d{8}[A-Z])$/, (number) => cyprus.calcFn(number)],
  [/^IE(\d[\dA-Z+*]\d{5}[A-W][A-IW]?)$/, isIrish],
  // Personal codes since 2017, which say no date of birth.
  [/^LV(32\d{9})$/, (number) => ((1 + weigh(number.slice(0, 10), [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === Number(number[10])],
  [/^(NL[\dA-Z+*]{10}\d\d)$/, isDutch],
  // 01 is usual; others are further registrations of one company.
  [/^SE(\d{10}(?:0[1-9]|[1-8]\d|9[0-4]))$/, (number) => sweden.calcFn(number)],
]

/**
 * The stored form of a VAT id: capital letters and digits alone. Undefined unless form and check digits are those of an EU
 * state, Switzerland, Great Britain, Northern Ireland or Norway.
 */
export function readVatId(typed: string): string | undefined {
  const bare = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9+*]/g, '')
  const id = written.reduce((before, [form, stored]) => before.replace(form, stored), bare)
  const isRight =
    checkVAT(id.replace(NORTHERN_IRELAND, 'GB'), known).isValid ||
    issued.some(([form, check]) => {
      const number = form.exec(id)?.[1]
      return number !== undefined && check(number)
    })
  return isRight ? id : undefined
}

const weigh = (digits: string, weights: number[]) => weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)

const IRISH_LETTERS = 'WABCDEFGHIJKLMNOPQRSTUV'
/** The old form has its first digit last; a second letter counts like a digit before the others. */
function isIrish(number: string): boolean {
  const digits = /^\d{7}/.test(number) ? number.slice(0, 7) : `0${number.slice(2, 7)}${number[0]}`
  const sum = weigh(digits, [8, 7, 6, 5, 4, 3, 2]) + 9 * IRISH_LETTERS.indexOf(number[8] ?? 'W')
  return IRISH_LETTERS[sum % 23] === number[7]
}

const DUTCH_SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ+*'
/** Modulo 97 of the signs as numbers, as in an IBAN, since 2020. */
function isDutch(id: string): boolean {
  const values = [...id].map((sign) => DUTCH_SIGNS.indexOf(sign))
  return values.reduce((rest, value) => (rest * (value > 9 ? 100 : 10) + value) % 97, 0) === 1
}
