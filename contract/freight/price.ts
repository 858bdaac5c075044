import { countryName } from '../basics/countries.ts'
import type { FieldError } from '../basics/errors.ts'
import { dollarsToCents, toCents, type Cents } from '../basics/money.ts'
import { isEuState, sellerStateOf } from '../payments/tax.ts'
import type { TaxSettings } from '../payments/seller.ts'
import { needsPlace, type FreightKind, type IncotermCode } from './freight.ts'
import { methodMessages as messages, type FreightMethodFields, type FreightRules, type PricingKind } from './methods.ts'

/** A weight in whole milligrams, which is as fine as weights of parts are. */
export type Milligrams = bigint

const MILLIGRAMS_PER_KG = 1_000_000n
/** Beyond it no price is told: ten billion dollars of freight. */
const MAXIMUM_CENTS = 1_000_000_000_000n

/** The pieces of one part in a consignment; `grams` of a piece, null where the part has none. */
export type WeighedLine = { partNumber: string; pieces: number; grams: number | null }

/** Goods that go to one address. `weight` is gross, null where that of a part is missing. */
export type Weighed = { goods: Cents; weight: Milligrams | null; missing: string[] }

/** Gross weight of lines with what packing adds in percent, rounded up to the milligram; and the parts without a weight, each once. */
export function weigh(lines: readonly WeighedLine[], packingPercent: number): Pick<Weighed, 'weight' | 'missing'> {
  const missing = [...new Set(lines.filter(({ grams }) => grams === null).map(({ partNumber }) => partNumber))]
  if (missing.length > 0) return { weight: null, missing }
  const net = lines.reduce((sum, { pieces, grams }) => sum + BigInt(pieces) * BigInt(Math.round((grams ?? 0) * 1000)), 0n)
  return { weight: roundUp(net * (10_000n + BigInt(Math.round(packingPercent * 100))), 10_000n), missing }
}

const roundUp = (dividend: bigint, divisor: bigint) => (dividend + divisor - 1n) / divisor
const inMilligrams = (kg: number): Milligrams => BigInt(Math.round(kg * 1_000_000))
/** What a form or a call has checked. */
const inCents = (dollars: number | null | undefined) => BigInt(dollarsToCents(dollars ?? 0) ?? 0)

/** Weight in kg, for people. */
export const kgOf = (weight: Milligrams): number => Number(weight) / 1_000_000

export type FreightPrice = { kind: FreightKind; cents: Cents | null; missing: string[] }

const ASKED: FreightPrice = { kind: 'asked', cents: null, missing: [] }
/** Pricings that need the weight. */
export const BY_WEIGHT: ReadonlySet<PricingKind> = new Set(['weight', 'pallet'])

/** The price of a consignment by a method; `asked` where its rules give none, or a weight is missing, which `missing` then names. */
export function priceFreight(method: FreightRules, { goods, weight, missing }: Weighed): FreightPrice {
  const { pricing, freeFrom } = method
  if (pricing === 'asked') return ASKED
  if (pricing === 'collected') return { kind: 'collected', cents: toCents(0), missing: [] }
  if (freeFrom !== undefined && freeFrom !== null && BigInt(goods) >= inCents(freeFrom)) return priced(0n)
  if (BY_WEIGHT.has(pricing)) return weight === null ? { ...ASKED, missing } : priced(priceByWeight(method, weight))
  return priced(priceByValue(method, goods))
}

/** The price of consignments that leave one after the other, as releases do: that of all of them. */
export function priceDeliveries(method: FreightRules, deliveries: readonly Weighed[]): FreightPrice {
  const prices = deliveries.map((delivery) => priceFreight(method, delivery))
  const [first = ASKED] = prices
  if (prices.some(({ cents }) => cents === null)) return { ...ASKED, missing: [...new Set(prices.flatMap(({ missing }) => missing))] }
  return first.kind === 'collected' ? first : priced(prices.reduce((sum, { cents }) => sum + BigInt(cents ?? 0), 0n))
}

function priced(cents: bigint | undefined): FreightPrice {
  if (cents === undefined || cents > MAXIMUM_CENTS) return ASKED
  return { kind: cents === 0n ? 'free' : 'priced', cents: toCents(Number(cents)), missing: [] }
}

function priceByWeight({ pricing, weightSteps = [], furtherKg, kgPerPallet, price }: FreightRules, weight: Milligrams) {
  if (pricing === 'pallet') return roundUp(weight, inMilligrams(kgPerPallet ?? 1)) * inCents(price)
  const step = weightSteps.find(({ upToKg }) => weight <= inMilligrams(upToKg))
  if (step) return inCents(step.price)
  if (furtherKg === undefined || furtherKg === null) return undefined
  const last = weightSteps.at(-1)
  const beyond = weight - inMilligrams(last?.upToKg ?? 0)
  return inCents(last?.price) + roundUp(beyond, MILLIGRAMS_PER_KG) * inCents(furtherKg)
}

function priceByValue({ pricing, valueSteps = [], percent, price }: FreightRules, goods: Cents) {
  if (pricing === 'fixed') return inCents(price)
  if (pricing === 'value') return inCents(valueSteps.findLast(({ from }) => BigInt(goods) >= inCents(from))?.price)
  // Half up, once.
  return (BigInt(goods) * BigInt(Math.round((percent ?? 0) * 100)) * 2n + 10_000n) / 20_000n
}

/** An address, as far as a method's reach depends on it. */
export type Reached = { country: string; postalCode?: string | undefined }

const bare = (postalCode: string) =>
  postalCode
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')

/** Whether a method delivers there; one that goes everywhere also to an address whose country nobody has said. */
export function reaches({ reach, countries = [], postalCodes = [] }: FreightRules, to: Reached | undefined): boolean {
  if (reach === 'everywhere') return true
  if (!to || !countries.some((country) => country === to.country)) return false
  return reach === 'countries' || postalCodes.some((range) => isWithin(to.postalCode ?? '', range))
}

/** By how the code begins: 20 to 22 has 20457. Letters of the country before the digits, as in D-20457, do not count. */
function isWithin(postalCode: string, range: { from: string; to: string }): boolean {
  const [first, last] = [bare(range.from), bare(range.to)]
  const code = /^\d/.test(first) ? bare(postalCode).replace(/^[A-Z]+/, '') : bare(postalCode)
  return code !== '' && code.slice(0, first.length) >= first && code.slice(0, last.length) <= last
}

type Ranked = { kind: FreightKind; cents: number | null; transitDays: number | null }

const RANK = { free: 0, priced: 0, collected: 1, asked: 2 } as const

/** Cheapest first, then the quickest; what the buyer's carrier collects, and then what the shop is asked for, come last. */
export const byPriceThenDay = (one: Ranked, other: Ranked): number =>
  RANK[one.kind] - RANK[other.kind] ||
  (one.cents ?? 0) - (other.cents ?? 0) ||
  (one.transitDays ?? Infinity) - (other.transitDays ?? Infinity) ||
  0

/** What a method's terms are checked against: the seller, and what the shop charges. */
export type TermsOfShop = { seller?: { country?: string; postalCode?: string }; tax?: TaxSettings }

/** What is wrong with a method beyond the form of its fields, each at its field; the same in the form and in the call. */
export const methodProblems = (method: FreightMethodFields, shop: TermsOfShop): FieldError[] => [
  ...reachProblems(method),
  ...pricingProblems(method),
  ...termProblems(method, shop),
]

function reachProblems({ reach, countries = [], postalCodes = [] }: FreightMethodFields): FieldError[] {
  if (reach === 'everywhere') return []
  if (reach === 'countries') return countries.length === 0 ? [{ field: 'countries', message: messages.countriesMissing }] : []
  if (countries.length !== 1) return [{ field: 'countries', message: messages.oneCountry }]
  if (postalCodes.length === 0) return [{ field: 'postalCodes', message: messages.rangesMissing }]
  return postalCodes.flatMap((range, index) => {
    const message = rangeProblem(range, postalCodes.slice(0, index))
    return message === undefined ? [] : [{ field: `postalCodes.${index}.from`, message }]
  })
}

type Range = { from: string; to: string }

function rangeProblem(range: Range, above: Range[]): string | undefined {
  const [first, last] = [bare(range.from), bare(range.to)]
  if (first === '' || first.length !== last.length) return messages.rangeInvalid
  if (first > last) return messages.rangeReversed
  return above.some((one) => overlaps({ from: first, to: last }, one)) ? messages.rangesOverlap : undefined
}

/** Of the shorter of two lengths, since a range means all codes that begin so. */
function overlaps(range: Range, other: Range): boolean {
  const length = Math.min(range.from.length, bare(other.from).length)
  const cut = (code: string) => bare(code).slice(0, length)
  return length > 0 && cut(range.from) <= cut(other.to) && cut(other.from) <= cut(range.to)
}

function pricingProblems({ pricing, weightSteps = [], furtherKg, valueSteps = [], ...method }: FreightMethodFields): FieldError[] {
  switch (pricing) {
    case 'weight':
      if (weightSteps.length === 0 && isUnset(furtherKg)) return [{ field: 'weightSteps', message: messages.stepsMissing }]
      return weightSteps.flatMap(({ upToKg }, index): FieldError[] => {
        const field = `weightSteps.${index}.upToKg`
        if (upToKg <= 0 || !hasThreePlaces(upToKg)) return [{ field, message: messages.weightStep }]
        const before = weightSteps[index - 1]?.upToKg
        return before !== undefined && upToKg <= before ? [{ field, message: messages.stepsUnsorted }] : []
      })
    case 'value':
      if (valueSteps.length === 0) return [{ field: 'valueSteps', message: messages.stepsMissing }]
      return valueSteps.flatMap(({ from }, index): FieldError[] => {
        const field = `valueSteps.${index}.from`
        if (dollarsToCents(from) === undefined) return [{ field, message: messages.valueStep }]
        if (index === 0) return from === 0 ? [] : [{ field, message: messages.firstValueStep }]
        return from <= valueSteps[index - 1]!.from ? [{ field, message: messages.stepsUnsorted }] : []
      })
    case 'percent':
      return isUnset(method.percent) || method.percent! <= 0 ? [{ field: 'percent', message: messages.percentInvalid }] : []
    case 'pallet':
      return [
        ...(isUnset(method.kgPerPallet) ? [{ field: 'kgPerPallet', message: messages.palletWeight }] : []),
        ...(isUnset(method.price) ? [{ field: 'price', message: messages.priceMissing }] : []),
      ]
    case 'fixed':
      return isUnset(method.price) ? [{ field: 'price', message: messages.priceMissing }] : []
    case 'collected':
    case 'asked':
      return []
  }
}

const isUnset = (value: number | null | undefined) => value === undefined || value === null
const hasThreePlaces = (kg: number) => Math.abs(Math.round(kg * 1000) - kg * 1000) < 1e-6

const COLLECTED_TERMS: ReadonlySet<IncotermCode> = new Set(['EXW', 'FCA'])
/** Countries that a sentence names. */
const NAMED_COUNTRIES = 3

function termProblems(method: FreightMethodFields, shop: TermsOfShop): FieldError[] {
  const { incoterm, place, pricing } = method
  if (pricing === 'collected' && !COLLECTED_TERMS.has(incoterm)) return [{ field: 'incoterm', message: messages.collectedTerm }]
  const problem = incoterm === 'DDP' ? dutyProblem(method, shop) : undefined
  if (problem !== undefined) return [{ field: 'incoterm', message: problem }]
  return needsPlace(incoterm) && place.trim() === '' ? [{ field: 'place', message: messages.placeMissing(incoterm) }] : []
}

/** Under DDP the shop pays what the goods cost to import: it must charge the tax of where they go, unless they are not imported there. */
function dutyProblem({ reach, countries = [] }: FreightMethodFields, { seller = {}, tax }: TermsOfShop): string | undefined {
  if (tax?.charges === 'stripe') return undefined
  if (!seller.country) return messages.dutyUnknown
  const home = sellerStateOf({ country: seller.country, postalCode: seller.postalCode })
  const abroad = countries.filter((country) => country !== home && !(isEuState(home) && isEuState(country)))
  if (reach !== 'everywhere' && abroad.length === 0) return undefined
  const named = abroad.slice(0, NAMED_COUNTRIES).map((country) => countryName(country) ?? country)
  const others = abroad.length > NAMED_COUNTRIES ? ['other countries'] : []
  return messages.dutyNotCharged(reach === 'everywhere' ? 'other countries' : [...named, ...others].join(', '))
}
