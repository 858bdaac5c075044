import { cardWords } from '#app/words/card-entry.ts'

/** How a brand's numbers begin, how long they are, how they are grouped for reading, and its security code. */
type CardBrand = { name: string; begins: RegExp; lengths: number[]; groups: number[]; cvcLength: number }

const SHORTEST_CVC = 3
const BY_FOURS = [4, 4, 4, 4, 3]
const OTHER_BRAND: CardBrand = { name: '', begins: /^/, lengths: [16, 17, 18, 19], groups: BY_FOURS, cvcLength: 3 }
const BRANDS: CardBrand[] = [
  { name: 'Visa', begins: /^4/, lengths: [16], groups: BY_FOURS, cvcLength: 3 },
  {
    name: 'Mastercard',
    begins: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: BY_FOURS,
    cvcLength: 3,
  },
  { name: 'American Express', begins: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvcLength: 4 },
  { name: 'Discover', begins: /^(6011|64[4-9]|65)/, lengths: [16], groups: BY_FOURS, cvcLength: 3 },
  { name: 'Diners Club', begins: /^3(0[0-5]|6|8)/, lengths: [14, 16], groups: [4, 6, 4, 2], cvcLength: 3 },
  { name: 'JCB', begins: /^35/, lengths: [16], groups: BY_FOURS, cvcLength: 3 },
  { name: 'UnionPay', begins: /^62/, lengths: [16, 17, 18, 19], groups: BY_FOURS, cvcLength: 3 },
]

export const digitsOf = (text: string) => text.replace(/\D/g, '')

const brandOf = (digits: string) => BRANDS.find(({ begins }) => begins.test(digits)) ?? OTHER_BRAND

/** Name of the card's brand, empty while the digits do not tell. */
export const cardBrandName = (cardNumber: string) => brandOf(digitsOf(cardNumber)).name

/** The number in the groups that are printed on the card; everything but digits goes, as does what is too long. */
export function groupCardNumber(typed: string): string {
  const brand = brandOf(digitsOf(typed))
  let rest = digitsOf(typed).slice(0, Math.max(...brand.lengths))
  const groups: string[] = []
  for (const size of brand.groups) {
    if (rest) groups.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return groups.join(' ')
}

/** The sentence to show under the number, undefined when a card can have it. */
export function cardNumberProblem(cardNumber: string): string | undefined {
  const digits = digitsOf(cardNumber)
  const { lengths } = brandOf(digits)
  if (digits.length < Math.min(...lengths)) return cardWords.numberIncomplete
  return lengths.includes(digits.length) && passesLuhn(digits) ? undefined : cardWords.numberInvalid
}

/** Longest security code that this card can have, in digits. */
export const cvcLength = (cardNumber: string) => brandOf(digitsOf(cardNumber)).cvcLength

/** The sentence to show under the security code. American Express also takes the three digits of the back. */
export function cvcProblem(cvc: string): string | undefined {
  return digitsOf(cvc).length < SHORTEST_CVC ? cardWords.securityCodeIncomplete : undefined
}

/** ISO/IEC 7812-1: from the right, every second digit counts double; the sum ends in 0. */
function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .map((digit, place) => Number(digit) * (place % 2 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return sum % 10 === 0
}
