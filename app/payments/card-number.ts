import { cardWords } from '#app/words/card-entry.ts'

/** A brand's prefixes, lengths, groups and security code. */
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

/** Name of the card's brand, empty while it is unknown. */
export const cardBrandName = (cardNumber: string) => brandOf(digitsOf(cardNumber)).name

/** The number in the groups printed on the card; other characters and excess digits are removed. */
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

/** The error of the number, undefined if it is valid. */
export function cardNumberProblem(cardNumber: string): string | undefined {
  const digits = digitsOf(cardNumber)
  const { lengths } = brandOf(digits)
  if (digits.length < Math.min(...lengths)) return cardWords.numberIncomplete
  return lengths.includes(digits.length) && passesLuhn(digits) ? undefined : cardWords.numberInvalid
}

/** Maximum length of this card's security code in digits. */
export const cvcLength = (cardNumber: string) => brandOf(digitsOf(cardNumber)).cvcLength

/** The error of the security code. American Express also accepts the three digits of the back. */
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
