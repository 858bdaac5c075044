import { parseUnitPrice, unitPriceToDollars, type UnitPrice } from '../basics/money.ts'
import type { PartPrice, PriceBreak } from './pricing.ts'

/** Decimal places to which raised prices are rounded. */
export const roundings = [2, 3, 4] as const
export type Rounding = (typeof roundings)[number]

/** Bounds of a percentage with at most two decimal places. */
export const PERCENT = { min: -90, max: 900 } as const

/** A percentage that a caller sends, to its two decimal places; undefined when it has more, beyond the rounding error of a binary number. */
export function readPercent(percent: number): number | undefined {
  const rounded = Math.round(percent * 100) / 100
  return Math.abs(rounded - percent) < 1e-6 ? rounded : undefined
}

/**
 * Prices of a part that rise by a percentage, or fall by a negative one: each is rounded half up to `places`, and so is the ladder.
 * @returns undefined when a price would be nothing, or a step would no longer cost less than the one before it.
 */
export function priceAfterPercent(part: PartPrice, percent: number, places: Rounding): PartPrice | undefined {
  const raised = raiseAll(part, percent, places)
  let before = Infinity
  for (const now of [raised.price, ...raised.priceBreaks.map((step) => step.price)]) {
    if (now <= 0 || now >= before) return undefined
    before = now
  }
  return raised
}

/** As `priceAfterPercent`, without its checks. */
export const raiseAll = ({ price, priceBreaks }: PartPrice, percent: number, places: Rounding): PartPrice => ({
  price: raise(price, percent, places),
  priceBreaks: raiseSteps(priceBreaks, percent, places),
})

/** Steps of a ladder, or of prices below the minimum, as `raiseAll`. */
export const raiseSteps = (steps: readonly PriceBreak[], percent: number, places: Rounding): PriceBreak[] =>
  steps.map((step) => ({ ...step, price: raise(step.price, percent, places) }))

/** Calculates with whole numbers, in ten-thousandths of a dollar and of one, so that only the result is rounded. */
function raise(dollars: number, percent: number, places: Rounding): number {
  const price = parseUnitPrice(dollars)
  if (price === undefined) throw new RangeError(`${dollars} is no price of a piece`)
  const unit = 10n ** BigInt(4 - places)
  const raised = BigInt(price) * BigInt(10_000 + Math.round(percent * 100))
  const half = (unit * 10_000n) / 2n
  return unitPriceToDollars(Number(((raised + half) / (unit * 10_000n)) * unit) as UnitPrice)
}
