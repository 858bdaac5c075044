import { MINIMUM_ORDER } from '../basics/limits.ts'
import { minimumOf, raisedTo, type OrderRule } from '../orders/order-rule.ts'
import { centsToDollars, parseUnitPrice, totalOf, unitPriceToDollars, type Cents, type UnitPrice } from '../basics/money.ts'

/** From this quantity on (pieces), each piece costs this (dollars). */
export type PriceBreak = { from: number; price: number }

/** What a part costs: `price` in dollars per piece from the minimum order on, and its ladder, rising in `from`, falling in `price`. */
export type PartPrice = OrderRule & { price: number; priceBreaks: readonly PriceBreak[] }

/** A larger quantity with a lower or slightly higher total. `total` in dollars. */
export type BetterBuy = { quantity: number; total: number; costsLess: boolean }

/** A step of the ladder is suggested if its total is at most this many per cent higher than the requested one. */
const LITTLE_MORE_PERCENT = 5

/**
 * The unit price at a quantity. The only pricing rule: the list, the detail, the quote, the hold, its order and every
 * document use it. `unit_price_at` computes the same in the database, for the statement that takes the pieces; a
 * property test compares the two.
 */
export function unitPriceAt(part: PartPrice, quantity: number): UnitPrice {
  let price = part.price
  for (const step of part.priceBreaks) if (step.from <= quantity) price = step.price
  const unitPrice = parseUnitPrice(price)
  if (unitPrice === undefined) throw new RangeError(`${price} is no price of a piece`)
  return unitPrice
}

/**
 * The price with which an offer begins: of fewer pieces than the minimum what the owner has set for them, if anything, otherwise that of the
 * list. Nobody can order so few but by an offer or as samples.
 */
export function offerPriceAt(part: PartPrice & { smallPrices?: readonly PriceBreak[] | null | undefined }, quantity: number): UnitPrice {
  const small = quantity < minimumOf(part) ? part.smallPrices : undefined
  const [first] = small ?? []
  return unitPriceAt(first ? { price: first.price, priceBreaks: small! } : part, quantity) // it has a first step
}

/** The unit price in dollars at a quantity. */
export const priceAt = (part: PartPrice, quantity: number): number => unitPriceToDollars(unitPriceAt(part, quantity))

/** The total in cents, rounded once; exact up to 90 trillion dollars. */
export const totalAt = (part: PartPrice, quantity: number): Cents => totalOf(unitPriceAt(part, quantity), quantity)

/** The total in dollars. */
export const totalDollarsAt = (part: PartPrice, quantity: number): number => centsToDollars(totalAt(part, quantity))

/** Per cent that a piece is cheaper at this quantity than at the part's own price; one decimal place, rounded down. */
export function savingPercentAt(part: PartPrice, quantity: number): number {
  const [usual, price] = [unitPriceAt({ ...part, priceBreaks: [] }, quantity), unitPriceAt(part, quantity)]
  return Math.floor(((usual - price) * 1_000) / usual) / 10
}

/** A fall of the unit price at `quantity` pieces. */
type Fall = { quantity: number; before: UnitPrice; after: UnitPrice }

/**
 * The largest relative fall of the unit price; undefined if it falls at no quantity. Prices change only at the start of
 * a step, so the starts of all steps, old and new, are compared.
 */
export function largestFall(before: PartPrice, after: PartPrice): Fall | undefined {
  const quantities = [MINIMUM_ORDER, ...[...before.priceBreaks, ...after.priceBreaks].map(({ from }) => from)]
  const falls = quantities
    .map((quantity) => ({ quantity, before: unitPriceAt(before, quantity), after: unitPriceAt(after, quantity) }))
    .filter((fall) => fall.after < fall.before)
  return falls.toSorted((a, b) => a.after / a.before - b.after / b.before || a.quantity - b.quantity)[0]
}

/**
 * Among the larger steps within the `available` pieces: the highest that costs no more than the requested quantity,
 * otherwise the lowest that costs little more; undefined if there is none.
 */
export function betterBuy(part: PartPrice, quantity: number, available: number): BetterBuy | undefined {
  if (quantity < 1) return undefined
  const asked = totalAt(part, quantity)
  const larger = part.priceBreaks.map(({ from }) => raisedTo(part, from)).filter((from) => from > quantity && from <= available)
  const offers = larger.map((from) => ({ quantity: from, cents: totalAt(part, from) }))
  const offer =
    offers.findLast(({ cents }) => cents <= asked) ?? offers.find(({ cents }) => (cents - asked) * 100 <= asked * LITTLE_MORE_PERCENT)
  return offer && { quantity: offer.quantity, total: centsToDollars(offer.cents), costsLess: offer.cents < asked }
}
