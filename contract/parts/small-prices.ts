import { MAXIMUM_PRICE_BREAKS, MAXIMUM_PRICE_DOLLARS, MAXIMUM_STOCK } from '../basics/limits.ts'
import { parseUnitPrice, unitPriceToDollars } from '../basics/money.ts'
import type { PriceBreak } from './pricing.ts'

/** Whether steps of prices below the minimum begin at one piece, rise in quantity and fall in price. */
export function areSmallPrices(steps: readonly PriceBreak[]): boolean {
  const areSteps = steps.every(({ from, price }, index) => {
    const before = steps[index - 1]
    const unit = parseUnitPrice(price)
    if (unit === undefined || unitPriceToDollars(unit) > MAXIMUM_PRICE_DOLLARS || from > MAXIMUM_STOCK) return false
    return before ? Number.isInteger(from) && from > before.from && price < before.price : from === 1
  })
  return areSteps && steps.length >= 1 && steps.length <= MAXIMUM_PRICE_BREAKS
}

/** '1: 4.2; 100: 3.5' */
export const smallPricesText = (steps: readonly PriceBreak[]): string => steps.map(({ from, price }) => `${from}: ${price}`).join('; ')

/** What was typed so; null for nothing, undefined for what is no such list. */
export function readSmallPrices(typed: string): PriceBreak[] | null | undefined {
  if (typed.trim() === '') return null
  const steps = typed.split(';').map((step): PriceBreak | undefined => {
    const [, from, price] = /^\s*(\d[\d,]*)\s*:\s*\$?\s*(\d+(?:\.\d{1,4})?)\s*$/.exec(step) ?? []
    return from === undefined ? undefined : { from: Number(from.replaceAll(',', '')), price: Number(price) }
  })
  const read = steps.filter((step) => step !== undefined)
  return read.length === steps.length && areSmallPrices(read) ? read : undefined
}
