import { MINIMUM_ORDER } from './limits.ts'
import { centsToDollars, parseUnitPrice, totalOf, unitPriceToDollars, type Cents, type UnitPrice } from './money.ts'

/** From this quantity on (pieces), each piece costs this (dollars). */
export type PriceBreak = { from: number; price: number }

/** What a part costs: `price` in dollars per piece from the minimum order on, and its ladder, rising in `from`, falling in `price`. */
export type Priced = { price: number; priceBreaks: readonly PriceBreak[] }

/** More pieces than asked for, in sum for less, or for little more. `total` in dollars. */
export type BetterBuy = { quantity: number; total: number; costsLess: boolean }

/** A step of the ladder is worth a word when it costs at most this many per cent more than what was asked for. */
const LITTLE_MORE_PERCENT = 5

/**
 * The price of one piece when so many are bought at once. The only rule of pricing: the list, the detail, the quote, the
 * hold, its order and every document follow it. The database says the same in `unit_price_at`, for the statement that
 * takes the pieces; a property test holds the two together.
 */
export function unitPriceAt(part: Priced, quantity: number): UnitPrice {
  let price = part.price
  for (const step of part.priceBreaks) if (step.from <= quantity) price = step.price
  const unitPrice = parseUnitPrice(price)
  if (unitPrice === undefined) throw new RangeError(`${price} is no price of a piece`)
  return unitPrice
}

/** The price of one piece in dollars, when so many are bought at once. */
export const priceAt = (part: Priced, quantity: number): number => unitPriceToDollars(unitPriceAt(part, quantity))

/** What so many pieces cost together, in cents, rounded once; exact up to 90 trillion dollars. */
export const totalAt = (part: Priced, quantity: number): Cents => totalOf(unitPriceAt(part, quantity), quantity)

/** What so many pieces cost together, in dollars. */
export const totalDollarsAt = (part: Priced, quantity: number): number => centsToDollars(totalAt(part, quantity))

/** By how many per cent a piece costs less than at the part's own price when so many are bought; one decimal place, rounded down. */
export function savingPercentAt(part: Priced, quantity: number): number {
  const [usual, price] = [unitPriceAt({ ...part, priceBreaks: [] }, quantity), unitPriceAt(part, quantity)]
  return Math.floor(((usual - price) * 1_000) / usual) / 10
}

/** A fall of the price of one piece when `quantity` pieces are bought at once. */
export type Fall = { quantity: number; before: UnitPrice; after: UnitPrice }

/**
 * Where the price of one piece falls most, as a share of what it was; undefined where it falls at no quantity. A price
 * changes only where a step begins, so looking at the beginnings of all steps, before and after, is enough.
 */
export function largestFall(before: Priced, after: Priced): Fall | undefined {
  const quantities = [MINIMUM_ORDER, ...[...before.priceBreaks, ...after.priceBreaks].map(({ from }) => from)]
  const falls = quantities
    .map((quantity) => ({ quantity, before: unitPriceAt(before, quantity), after: unitPriceAt(after, quantity) }))
    .filter((fall) => fall.after < fall.before)
  return falls.toSorted((a, b) => a.after / a.before - b.after / b.before || a.quantity - b.quantity)[0]
}

/**
 * The next step of the ladder that gives more pieces for less money than asked for, else one that gives them for little
 * more; undefined when there is none, or fewer than `available` pieces are left for it.
 */
export function betterBuy(part: Priced, quantity: number, available: number): BetterBuy | undefined {
  if (quantity < 1) return undefined
  const asked = totalAt(part, quantity)
  const reachable = part.priceBreaks.filter(({ from }) => from > quantity && from <= available)
  const offers = reachable.map(({ from }) => ({ quantity: from, cents: totalAt(part, from) }))
  const offer =
    offers.findLast(({ cents }) => cents <= asked) ??
    offers.find(({ cents }) => (cents - asked) * 100 <= asked * LITTLE_MORE_PERCENT)
  return offer && { quantity: offer.quantity, total: centsToDollars(offer.cents), costsLess: offer.cents < asked }
}
